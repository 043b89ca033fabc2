// The reconciliation of a deployment whose payments are at home and in one of three cells.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect } from "vitest";
import { reportUnfinishedWork } from "#core/db/operations/unfinished-work.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { claimedTransactions, sweepPositions } from "#core/db/schema/operations.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { fireCellAlarm, idInCell } from "../support/cells.ts";
import { DAY, MINUTE, moveClock } from "../support/clock.ts";
import {
  findingsAbout,
  kindsAbout,
  reconciliationPages,
  useReconciliation,
} from "../support/reconciliation.ts";
import { ledgerRows } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { db, deps } from "../support/seeds.ts";
import { makeKnown, makePaidIn, seedEntryIn, seedSpreadMerchant } from "../support/spread-payments.ts";

useReconciliation();

beforeAll(() => makeKnown(["0", "f"]));
const seedShop = () => seedSpreadMerchant({ id: idInCell("5") });

describe("the reconciliation of cells", () => {
  it("finds in a cell what it finds at home, in pages of any size", async () => {
    const { merchant, cell, home } = await seedShop();
    for (const shard of [home, cell]) {
      await reportUnfinishedWork(shard, await makePaidIn(shard, merchant.id), "outbox", Date.now());
      await shard.delete(events).where(eq(events.intentId, (await makePaidIn(shard, merchant.id)).id));
      const { paymentLedgerTxId } = await makePaidIn(shard, merchant.id);
      await ledgerRows.run("DELETE FROM ledger_transactions WHERE id = ?", paymentLedgerTxId);
    }
    moveClock(11 * MINUTE);
    const kinds = ["outbox_unfinished", "event_missing", "payment_not_settled"];
    for (const limit of [1, 3, 100]) {
      const found = await findingsAbout(merchant.id, `limit=${limit}`);
      expect(found.map(({ kind }) => kind)).toEqual(kinds.flatMap((kind) => [kind, kind]));
      const shards = found.map((each) => deps.shards.of(each.payment_intent_id ?? "")[0]?.name);
      expect(shards).toEqual(kinds.flatMap(() => [HOME, cell.name]));
    }
  });

  it("finds a transaction of the ledger whose payment its cell has lost", async () => {
    const spread = await seedShop();
    const { id, paymentLedgerTxId: transactionId } = await makePaidIn(spread.cell, spread.merchant.id);
    await spread.cell.delete(paymentIntents).where(eq(paymentIntents.id, id));
    moveClock(11 * MINUTE);
    expect(await findingsAbout(spread.merchant.id)).toMatchObject([
      { kind: "database_behind", payment_intent_id: id, transaction_id: transactionId },
    ]);
  });

  it.for(["home", "cell"] as const)(
    "finds a transaction of two payments: in the cell and %s",
    async (where) => {
      const spread = await seedShop();
      const { id, paymentLedgerTxId } = await makePaidIn(spread.cell, spread.merchant.id);
      const other = await makePaidIn(spread[where], spread.merchant.id);
      await spread[where]
        .update(paymentIntents)
        .set({ paymentLedgerTxId })
        .where(eq(paymentIntents.id, other.id));
      moveClock(11 * MINUTE);
      const found = await findingsAbout(spread.merchant.id);
      expect(found.filter(({ kind }) => kind === "transaction_shared")).toEqual([
        expect.objectContaining({
          transaction_id: paymentLedgerTxId,
          found: expect.toSatisfy((text: string) => text.includes(id) && text.includes(other.id)),
        }),
      ]);
    },
  );

  it("finds a transaction that an administrator has recorded for a payment of another shard, however old", async () => {
    const spread = await seedShop();
    const old = await makePaidIn(spread.home, spread.merchant.id);
    const transactionId = old.paymentLedgerTxId ?? "";
    moveClock(2 * DAY);
    const { id } = await makePaidIn(spread.cell, spread.merchant.id);
    await spread.cell
      .update(paymentIntents)
      .set({ paymentLedgerTxId: transactionId })
      .where(eq(paymentIntents.id, id));
    moveClock(11 * MINUTE);
    expect(await kindsAbout(spread.merchant.id)).not.toContain("transaction_shared");
    await db.insert(claimedTransactions).values({ transactionId, intentId: old.id });
    expect(await kindsAbout(spread.merchant.id)).toContain("transaction_shared");
  });

  it("names the cell whose sweep stands still, or whose audit trail is broken", async () => {
    const { merchant, cell } = await seedShop();
    const part = "failed_deliveries" as const;
    const updatedAt = Date.now() - 10 * MINUTE;
    await cell.insert(sweepPositions).values({ part, key: merchant.id, position: {}, updatedAt });
    const entryId = await seedEntryIn(cell, merchant.id);
    await cell.update(auditEntries).set({ sequence: 1, hash: "false" }).where(eq(auditEntries.id, entryId));
    moveClock(11 * MINUTE);
    const findings = (await reconciliationPages()).flatMap((page) => page.findings);
    expect(findings.filter(({ found }) => found.includes(`in cell ${cell.name} `))).toMatchObject([
      { kind: "sweep_stalled" },
      { kind: "audit_trail_broken", merchant_id: merchant.id },
    ]);
  });

  it("gives the sweep of an idle cell twice the time that is between two", async () => {
    const { cell } = await seedShop();
    await fireCellAlarm(cell);
    const stalled = async () => {
      const findings = (await reconciliationPages()).flatMap((page) => page.findings);
      return findings.filter(({ found }) =>
        found.startsWith(`the part counted_events in cell ${cell.name} `),
      );
    };
    moveClock(19 * MINUTE);
    expect(await stalled()).toEqual([]);
    moveClock(2 * MINUTE);
    expect(await stalled()).toMatchObject([{ kind: "sweep_stalled" }]);
  });
});

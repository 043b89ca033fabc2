// The reconciliation of a deployment whose payments are at home and in sixteen cells.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect } from "vitest";
import { newAuditEntry, storeAuditEntry } from "../../src/db/audit/audit-trail.ts";
import type { Place } from "../../src/db/client.ts";
import { reportUnfinishedWork } from "../../src/db/reconciliation/stuck-work.ts";
import { auditEntries } from "../../src/db/schema/audit.ts";
import { claimedTransactions, sweepPositions } from "../../src/db/schema/operations.ts";
import { paymentIntents } from "../../src/db/schema/payment-intents.ts";
import { events } from "../../src/db/schema/webhooks.ts";
import { HOME } from "../../src/domain/cells.ts";
import { besideId } from "../../src/domain/placed-id.ts";
import { DAY, MINUTE, moveClock } from "../support/clock.ts";
import { drained, pay } from "../support/objects.ts";
import {
  findingsAbout,
  kindsAbout,
  reconciliationPages,
  useReconciliation,
} from "../support/reconciliation.ts";
import { ledgerRows } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { CAUSE, db, deps, seedWallet } from "../support/seeds.ts";
import {
  makeKnown,
  type SpreadMerchant,
  seedIntentIn,
  seedSpreadMerchant,
} from "../support/spread-payments.ts";

useReconciliation();

beforeAll(() => makeKnown(Array.from("0123456789abcdef")));

async function seedPaid({ merchant }: SpreadMerchant, place: Place) {
  const { id } = await seedIntentIn(place, merchant.id);
  const paid = await pay(id, await seedWallet());
  if (!paid.ok) throw new Error(paid.error);
  await drained(id);
  return paid.value;
}

describe("the reconciliation of cells", () => {
  it("finds nothing about payments that are well, wherever they are", async () => {
    const spread = await seedSpreadMerchant();
    await seedPaid(spread, spread.home);
    await seedPaid(spread, spread.cell);
    moveClock(11 * MINUTE);
    expect(await findingsAbout(spread.merchant.id)).toEqual([]);
  });

  it("finds in a cell what it finds at home, in pages of any size", async () => {
    const spread = await seedSpreadMerchant();
    const { merchant, cell, home } = spread;
    for (const place of [home, cell]) {
      await reportUnfinishedWork(place, await seedPaid(spread, place), "outbox", Date.now());
      await place.delete(events).where(eq(events.intentId, (await seedPaid(spread, place)).id));
      const { paymentLedgerTxId } = await seedPaid(spread, place);
      await ledgerRows.run("DELETE FROM ledger_transactions WHERE id = ?", paymentLedgerTxId);
    }
    moveClock(11 * MINUTE);
    const kinds = ["outbox_unfinished", "event_missing", "payment_not_settled"];
    for (const limit of [1, 3, 100]) {
      const found = await findingsAbout(merchant.id, `limit=${limit}`);
      expect(found.map(({ kind }) => kind)).toEqual(kinds.flatMap((kind) => [kind, kind]));
      const places = found.map((each) => deps.places.of(each.payment_intent_id ?? "")[0]?.place);
      expect(places).toEqual(kinds.flatMap(() => [HOME, cell.place]));
    }
  });

  it("finds a transaction of the ledger whose payment its cell has lost", async () => {
    const spread = await seedSpreadMerchant();
    const { id, paymentLedgerTxId: transactionId } = await seedPaid(spread, spread.cell);
    await spread.cell.delete(paymentIntents).where(eq(paymentIntents.id, id));
    moveClock(11 * MINUTE);
    expect(await findingsAbout(spread.merchant.id)).toMatchObject([
      { kind: "database_behind", payment_intent_id: id, transaction_id: transactionId },
    ]);
  });

  it.for(["cell and home", "cell", "home"] as const)(
    "finds a transaction of two payments: %s",
    async (where) => {
      const spread = await seedSpreadMerchant();
      const [place, other] = where === "home" ? [spread.home, spread.home] : [spread.cell, spread.cell];
      const paid = await seedPaid(spread, place);
      const later = await seedPaid(spread, where === "cell and home" ? spread.home : other);
      const paymentLedgerTxId = paid.paymentLedgerTxId;
      await deps.places
        .of(later.id)[0]
        ?.update(paymentIntents)
        .set({ paymentLedgerTxId })
        .where(eq(paymentIntents.id, later.id));
      moveClock(11 * MINUTE);
      const found = (await findingsAbout(spread.merchant.id)).filter(
        ({ kind }) => kind === "transaction_shared",
      );
      expect(found).toEqual([
        expect.objectContaining({
          transaction_id: paymentLedgerTxId,
          found: expect.toSatisfy((text: string) => text.includes(paid.id) && text.includes(later.id)),
        }),
      ]);
    },
  );

  it("finds a transaction that an administrator has recorded for a payment of another place, however old", async () => {
    const spread = await seedSpreadMerchant();
    const old = await seedPaid(spread, spread.home);
    const transactionId = old.paymentLedgerTxId ?? "";
    moveClock(2 * DAY);
    const { id } = await seedPaid(spread, spread.cell);
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
    const spread = await seedSpreadMerchant();
    const { merchant, cell } = spread;
    const part = "failed_deliveries" as const;
    await cell.insert(sweepPositions).values({ part, key: merchant.id, position: {}, updatedAt: Date.now() });
    const { id } = await seedPaid(spread, cell);
    const event = { action: "refund.requested", merchantId: merchant.id } as const;
    const entry = await newAuditEntry(event, CAUSE, { id: besideId(id, id), at: Date.now() });
    await storeAuditEntry(cell, entry);
    await cell.update(auditEntries).set({ sequence: 1, hash: "false" }).where(sql`id = ${entry.id}`);
    moveClock(11 * MINUTE);
    const findings = (await reconciliationPages()).flatMap((page) => page.findings);
    expect(findings.filter(({ found }) => found.includes(`in cell ${cell.place} `))).toMatchObject([
      { kind: "sweep_stalled" },
      { kind: "audit_trail_broken", merchant_id: merchant.id },
    ]);
  });
});

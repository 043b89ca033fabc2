import { describe, expect } from "vitest";
import type { IntentTransferKind } from "#core/domain/ledger.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { failDatabase, LEDGER, repair } from "../../../support/faults.ts";
import { transactionsOf } from "../../../support/intent-rows.ts";
import { pay, published } from "../../../support/objects.ts";
import {
  findingsAbout,
  kindsAbout,
  reconciliation,
  reconciliationPages,
  useReconciliation,
} from "../../../support/reconciliation.ts";
import { ledgerRows, rowsOf, sharedRows } from "../../../support/rows.ts";
import { it } from "../../../support/seeded-it.ts";
import { deps, seedIntent, seedWallet } from "../../../support/seeds.ts";
import { seedPaid, settleInLedger, settleRefund } from "../../../support/settlement.ts";

useReconciliation();

/** Long enough ago to be compared. */
async function seedPaidEarlier() {
  const paid = await seedPaid();
  await published(paid.intent.id);
  const [transaction] = await transactionsOf(paid.intent.id);
  moveClock(11 * MINUTE);
  return { ...paid, transactionId: transaction?.id ?? "" };
}

async function setTransaction(id: string, assignments: string): Promise<void> {
  await ledgerRows.run(`UPDATE ledger_transactions SET ${assignments} WHERE id = ?`, id);
}

async function deleteTransaction(id: string): Promise<void> {
  await ledgerRows.run("DELETE FROM ledger_transactions WHERE id = ?", id);
}

/** Money that the ledger moves without this service. */
async function transfer(
  kind: IntentTransferKind,
  intent: { id: string; merchantId: string },
  walletId: string,
  attempt = 1,
): Promise<string> {
  const isPayment = kind === "payment";
  const result = await deps.ledger.transfer({
    kind,
    key: `${kind}:${intent.id}:${attempt}`,
    fromAccountId: isPayment ? walletId : intent.merchantId,
    toAccountId: isPayment ? intent.merchantId : walletId,
    amountMinor: 1250,
    currency: "USD",
    description: "",
    paymentIntentId: intent.id,
  });
  const id = "transactionId" in result ? result.transactionId : "";
  if (!isPayment) {
    moveClock(MINUTE);
    await settleInLedger(id);
  }
  moveClock(11 * MINUTE);
  return id;
}

describe("GET /admin/reconciliation, about the ledger", () => {
  it("finds a refund that the ledger has not settled", async () => {
    const { merchant, intent, refund } = await seedPaidEarlier();
    await refund();
    await settleRefund(intent.id);
    moveClock(11 * MINUTE);
    expect(await kindsAbout(merchant.id)).toEqual([]);
    const [, refunded] = await transactionsOf(intent.id);
    await setTransaction(refunded?.id ?? "", "status = 'pending'");

    expect(await findingsAbout(merchant.id)).toMatchObject([
      { kind: "refund_not_settled", found: "the ledger's refund is pending", transaction_id: refunded?.id },
    ]);
  });

  it("finds money the ledger has moved for an intent that does not know of it", async ({
    merchant,
    intent,
  }) => {
    const transactionId = await transfer("payment", intent, await seedWallet());

    expect(await findingsAbout(merchant.id)).toMatchObject([
      {
        kind: "payment_unrecorded",
        payment_intent_id: intent.id,
        transaction_id: transactionId,
        found: "the ledger has settled the payment, the intent is pending",
        action: expect.stringContaining(`/admin/payment-intents/${intent.id}/resolve`),
      },
    ]);
  });

  it("finds payments of intents that D1 has lost, but not those of the ledger's other users", async ({
    merchant,
  }) => {
    const lost = { id: crypto.randomUUID(), merchantId: merchant.id };
    const transactionId = await transfer("payment", lost, await seedWallet());
    const foreignId = await transfer("payment", { ...lost, id: crypto.randomUUID() }, await seedWallet());
    await setTransaction(foreignId, "metadata = json_set(metadata, '$.operation_key', 'other-shop:1')");

    expect(await findingsAbout(merchant.id)).toMatchObject([
      { kind: "intent_missing", payment_intent_id: lost.id, transaction_id: transactionId },
    ]);
  });

  it("says that D1 is behind when the object of a lost intent still has it", async () => {
    const { merchant, intent } = await seedPaidEarlier();
    await rowsOf(intent.id).run("DELETE FROM payment_intents WHERE id = ?", intent.id);

    expect(await findingsAbout(merchant.id)).toMatchObject([
      { kind: "database_behind", payment_intent_id: intent.id },
    ]);
  });

  describe("finds one transaction of two intents, which the ledger does not tell apart,", () => {
    /** The second has the first one's transaction; its own is not in the ledger. */
    async function seedShared(apartMs: number) {
      const { merchant, intent, wallet, transactionId } = await seedPaidEarlier();
      await setTransaction(transactionId, "metadata = '{}'");
      moveClock(apartMs);
      const later = await seedIntent(merchant.id);
      expect((await pay(later.id, wallet)).ok).toBe(true);
      await published(later.id);
      const [own] = await transactionsOf(later.id);
      await deleteTransaction(own?.id ?? "");
      await rowsOf(later.id).run(
        "UPDATE payment_intents SET payment_ledger_tx_id = ? WHERE id = ?",
        transactionId,
        later.id,
      );
      moveClock(11 * MINUTE);
      const found = expect.toSatisfy((text: string) => text.includes(intent.id) && text.includes(later.id));
      const finding = { kind: "transaction_shared", transaction_id: transactionId, found };
      return { merchant, earlierId: intent.id, transactionId, finding };
    }

    it("in the period", async () => {
      const { merchant, finding } = await seedShared(0);
      expect(await findingsAbout(merchant.id)).toMatchObject([finding]);
    });

    it("one of them before it, if an administrator has recorded the transaction", async () => {
      const { merchant, finding, earlierId, transactionId } = await seedShared(2 * DAY);
      expect(await findingsAbout(merchant.id)).toEqual([]);
      const claim = "INSERT INTO claimed_transactions (transaction_id, intent_id) VALUES (?, ?)";
      await sharedRows.run(claim, transactionId, earlierId);
      expect(await findingsAbout(merchant.id)).toMatchObject([finding]);
    });
  });

  it("searches the history for a payment whose transaction id is not known", async () => {
    const paid = [await seedPaidEarlier(), await seedPaidEarlier()];
    const forget = "UPDATE payment_intents SET payment_ledger_tx_id = NULL WHERE id = ?";
    for (const { intent } of paid) await rowsOf(intent.id).run(forget, intent.id);
    const [kept, lost] = paid;
    await deleteTransaction(lost?.transactionId ?? "");

    expect(await kindsAbout(kept?.merchant.id ?? "")).toEqual([]);
    expect(await findingsAbout(lost?.merchant.id ?? "")).toMatchObject([
      { kind: "payment_not_settled", transaction_id: null },
    ]);
  });

  it("finds an old transaction behind many newer ones", async ({ merchant, intent }) => {
    const old = await transfer("payment", intent, await seedWallet());
    const from = new Date(Date.now() - HOUR).toISOString();
    const to = new Date(moveClock(HOUR)).toISOString();
    moveClock(DAY);
    const copies = JSON.stringify(Array.from({ length: 950 }, (_, index) => index));
    const copy = `INSERT INTO ledger_transactions
      SELECT t.id || '-' || n.value, t.idempotency_key || '-' || n.value, transaction_type, status, NULL,
        from_account_id, to_account_id, amount_minor, currency, description, '{}', ?2, ?2, NULL
      FROM ledger_transactions t, json_each(?3) n WHERE t.id = ?1`;
    await ledgerRows.run(copy, old, Date.now(), copies);

    expect(await kindsAbout(merchant.id, `from=${from}&to=${to}`)).toEqual(["payment_unrecorded"]);
    expect(await kindsAbout(merchant.id)).toEqual([]);
  });

  it("returns the other findings and says so while the ledger is down", async () => {
    const { merchant, refund, intent } = await seedPaidEarlier();
    await refund();
    await published(intent.id);
    moveClock(11 * MINUTE);
    failDatabase(LEDGER);

    expect(await kindsAbout(merchant.id)).toEqual(["refund_unfinished"]);
    expect((await reconciliationPages()).at(-1)).toMatchObject({ ledger: "unavailable", next_cursor: null });
    expect((await reconciliation("limit=1")).body.ledger).toBe("not_reached");
    repair();
    expect((await reconciliationPages()).at(-1)).toMatchObject({ ledger: "compared" });
  });
});

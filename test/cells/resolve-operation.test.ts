import { expect, it, vi } from "vitest";
import { resolveWithTransaction } from "../../src/services/payment-intents/resolve-operation.ts";
import { failDatabase, POSTING, useMutedLog } from "../support/faults.ts";
import { drained, pay } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { CAUSE, deps, seedWallet } from "../support/seeds.ts";
import { seedIntentIn, seedSpreadMerchant } from "../support/spread-payments.ts";

useQueues();
useMutedLog();

it.each(["home", "cell"] as const)(
  "a transaction of a payment is not recorded again for one in the other place: %s",
  async (name) => {
    const spread = await seedSpreadMerchant();
    const { id: merchantId } = spread.merchant;
    const [wallet, other] = [await seedWallet(), name === "home" ? spread.cell : spread.home];
    const paid = await seedIntentIn(spread[name], merchantId);
    const recorded = await pay(paid.id, wallet);
    if (!recorded.ok) throw new Error(recorded.error);
    await drained(paid.id);
    const transactionId = recorded.value.paymentLedgerTxId ?? "";
    const stuck = await seedIntentIn(other, merchantId);
    const repairLedger = failDatabase(POSTING);
    await pay(stuck.id, wallet);
    repairLedger();
    const report = await deps.ledger.findById(transactionId);
    if (report === null) throw new Error("the ledger lost it");
    vi.spyOn(deps.ledger, "findById").mockResolvedValue({
      ...report,
      operationKey: null,
      paymentIntentId: null,
    });
    const resolved = await resolveWithTransaction(
      deps,
      stuck.id,
      { transactionId, confirmedId: stuck.id },
      CAUSE,
    );
    expect(resolved).toEqual({ ok: false, error: "claimed_transaction" });
  },
);

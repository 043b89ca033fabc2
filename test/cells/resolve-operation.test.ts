import { expect, it, vi } from "vitest";
import { resolveWithTransaction } from "#core/services/payment-intents/resolve-operation.ts";
import { failDatabase, POSTING, useMutedLog } from "../support/faults.ts";
import { pay } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { ACTOR, deps, seedWallet } from "../support/seeds.ts";
import { makePaidIn, seedIntentIn, seedSpreadMerchant } from "../support/spread-payments.ts";

useQueues();
useMutedLog();

it.each(["home", "cell"] as const)(
  "a transaction of a payment is not recorded again for one in the other shard: %s",
  async (name) => {
    const spread = await seedSpreadMerchant();
    const wallet = await seedWallet();
    const { paymentLedgerTxId } = await makePaidIn(spread[name], spread.merchant.id, wallet);
    const transactionId = paymentLedgerTxId ?? "";
    const { id } = await seedIntentIn(name === "home" ? spread.cell : spread.home, spread.merchant.id);
    const repairLedger = failDatabase(POSTING);
    await pay(id, wallet);
    repairLedger();
    const report = await deps.ledger.findById(transactionId);
    const unnamed = report && { ...report, operationKey: null, paymentIntentId: null };
    vi.spyOn(deps.ledger, "findById").mockResolvedValue(unnamed);
    const resolved = await resolveWithTransaction(deps, id, { transactionId, confirmedId: id }, ACTOR);
    expect(resolved).toEqual({ ok: false, error: "claimed_transaction" });
  },
);

// Calls the ledger for the operation that an object has stored.

import type { DeclineReason, LedgerTransfer, TransferResult } from "#core/domain/ledger.ts";
import type { IntentCommand, IntentRefusal, ObjectRefusal } from "#core/domain/payment-intents/commands.ts";
import { paymentRefusal, startsOperation } from "#core/domain/payment-intents/decide.ts";
import { refundRefusalFor } from "#core/domain/payment-intents/decide-ledger.ts";
import {
  type LedgerOperation,
  type PaymentIntent,
  refundTextsOf,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";
import { keyedHash } from "#core/lib/keyed-hash.ts";
import { log } from "#core/lib/log.ts";
import { RecentDeclines } from "./recent-declines.ts";

/** Commits a result and returns the intent that it leaves. */
type RecordResult = (result: TransferResult) => PaymentIntent;

/** Commands that start a transfer, and the kind of operation they wait for. */
export const STARTS_TRANSFER: Partial<Record<IntentCommand["type"], LedgerOperation["kind"]>> = {
  confirm: "payment",
  approve: "payment",
  refund: "refund",
};

export class LedgerCalls {
  readonly #ledger: Ledger;
  readonly #masterKeys: readonly string[];
  #current: { key: string; refusal: Promise<IntentRefusal | null> } | null = null;
  /** The refusals by operation key: a ledger event may report a decline while its response is still awaited. */
  readonly #declines = new Map<string, IntentRefusal>();
  readonly #recentDeclines = new RecentDeclines();

  constructor(ledger: Ledger, masterKeys: readonly string[]) {
    this.#ledger = ledger;
    this.#masterKeys = masterKeys;
  }

  /** The operation is already stored. Callers that wait for one operation share one call and its result. */
  async run(
    intent: PaymentIntent,
    operation: LedgerOperation,
    record: RecordResult,
  ): Promise<IntentRefusal | null> {
    if (this.#current?.key === operation.key) return await this.#current.refusal;
    return await this.#begin(operation.key, () => this.#call(intent, operation, record));
  }

  /**
   * Ends an operation that the ledger has not executed. No call for it begins meanwhile. `beginEnding` returns whether the last
   * call's request may yet be executed, and then lets no call follow it.
   */
  async end(
    intent: PaymentIntent,
    operation: LedgerOperation,
    record: RecordResult,
    beginEnding: () => boolean,
  ): Promise<ObjectRefusal | null> {
    while (this.#current !== null) await Promise.allSettled([this.#current.refusal]);
    let refusal: ObjectRefusal | null = null;
    await this.#begin(operation.key, async () => {
      const ended = await this.#endAtLedger(transferFor(intent, operation));
      if (ended === "is_free" && beginEnding()) refusal = "operation_may_still_arrive";
      else if (ended === "is_free" || ended === "is_void")
        record({ outcome: "declined", reason: "not_executed" });
      else refusal = ended;
      return this.#declines.get(operation.key) ?? null;
    });
    return refusal;
  }

  #begin(key: string, work: () => Promise<IntentRefusal | null>): Promise<IntentRefusal | null> {
    const refusal = work().finally(() => {
      if (this.#current?.key === key) this.#current = null;
    });
    this.#current = { key, refusal };
    return refusal;
  }

  /** Whether nothing can be executed under the key any more, or nothing has been, or why neither can be said. */
  async #endAtLedger(transfer: LedgerTransfer): Promise<"is_void" | "is_free" | ObjectRefusal> {
    try {
      const voided = await this.#ledger.voidKey(transfer);
      if (voided.ok) return voided.value ? "is_void" : "transaction_exists";
      const found = await this.#ledger.findByKey(transfer.key);
      if (!found.ok) return "keys_not_searchable";
      return found.value === null ? "is_free" : "transaction_exists";
    } catch (error) {
      log("error", "ledger_look_up_failed", { key: transfer.key, error });
      return "ledger_unavailable";
    }
  }

  /** Whether the ledger has decided on the operation meanwhile; false when it does not say. */
  async isDecided({ key }: LedgerOperation): Promise<boolean> {
    try {
      const found = await this.#ledger.findByKey(key);
      return found.ok && found.value !== null;
    } catch (error) {
      log("error", "ledger_look_up_failed", { key, error });
      return false;
    }
  }

  /**
   * Notes the decline for callers that wait for the operation that the command has ended, and for the wallet's next
   * attempt.
   */
  noteDecline(command: IntentCommand, before: PaymentIntent, after: PaymentIntent, now: number): void {
    const decline = declineIn(command, before, after);
    if (decline === null) return;
    const { operation, reason } = decline;
    const isPayment = operation.kind === "payment";
    this.#declines.set(operation.key, isPayment ? reason : refundRefusalFor(reason));
    // An operator's decision says nothing about the wallet.
    if (isPayment && reason !== "not_executed") this.#recentDeclines.note(operation.walletId, reason, now);
  }

  /** Refuses a wallet that has to wait after its last decline. While its balance is read, others can pay. */
  async refuseDeclined(
    command: IntentCommand,
    intent: PaymentIntent | undefined,
  ): Promise<Result<PaymentIntent, ObjectRefusal> | null> {
    if (intent === undefined || (command.type !== "confirm" && command.type !== "approve")) return null;
    const decline = this.recentDecline(command.walletId, Date.now());
    if (decline === null || !startsOperation(intent, command, Date.now())) return null;
    if (await this.canPay(command.walletId, intent)) return null;
    return { ...err(decline.reason), retryAfterMs: decline.waitMs };
  }

  /** The last decline of a wallet that has to wait before it tries again; null when it does not have to. */
  recentDecline(walletId: string, now: number): { reason: DeclineReason; waitMs: number } | null {
    return this.#recentDeclines.find(walletId, now);
  }

  /** Returns false when the ledger does not say. */
  async canPay(walletId: string, { currency, amountMinor }: PaymentIntent): Promise<boolean> {
    try {
      const balances = (await this.#ledger.findBalances(walletId)) ?? [];
      return balances.some((balance) => balance.currency === currency && balance.amountMinor >= amountMinor);
    } catch (error) {
      const wallet_hash = await keyedHash("wallets in the log", walletId, this.#masterKeys);
      log("warn", "wallet_balance_unknown", { wallet_hash, error });
      return false;
    }
  }

  async #call(
    intent: PaymentIntent,
    operation: LedgerOperation,
    record: RecordResult,
  ): Promise<IntentRefusal | null> {
    const after = record(await this.#resultOf(intent, operation));
    const decline = this.#declines.get(operation.key);
    if (decline !== undefined || operation.kind === "refund") return decline ?? null;
    // The ledger may turn out to have another wallet's payment.
    return paymentRefusal(after, operation.walletId);
  }

  /** Looks up an accepted transaction. If the ledger no longer knows it, the transfer is retried under its key. */
  async #resultOf(intent: PaymentIntent, operation: LedgerOperation): Promise<TransferResult> {
    if (operation.transactionId !== null) {
      const found = await this.#ledger.findTransfer(operation.transactionId);
      if (found.outcome !== "unknown") return found;
    }
    return await this.#ledger.transfer(transferFor(intent, operation));
  }
}

/** A payment goes from the wallet to the merchant, a refund the other way. Account ids are their ids. */
function transferFor(intent: PaymentIntent, operation: LedgerOperation): LedgerTransfer {
  const isPayment = operation.kind === "payment";
  const refundTexts = isPayment ? null : refundTextsOf(intent);
  return {
    kind: operation.kind,
    key: operation.key,
    fromAccountId: isPayment ? operation.walletId : intent.merchantId,
    toAccountId: isPayment ? intent.merchantId : operation.walletId,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    description: intent.description,
    paymentIntentId: intent.id,
    ...(refundTexts && { refundTexts }),
  };
}

/** The operation that the command ended with a decline, and why the ledger declined it; else null. */
function declineIn(
  command: IntentCommand,
  before: PaymentIntent,
  after: PaymentIntent,
): { operation: LedgerOperation; reason: DeclineReason } | null {
  const result = resultIn(command);
  const { operation } = before;
  if (result?.outcome !== "declined" || operation === null || after.operation !== null) return null;
  return { operation, reason: result.reason };
}

function resultIn(command: IntentCommand): TransferResult | null {
  switch (command.type) {
    case "record_transfer_result":
      return command.result;
    case "record_ledger_event":
      return command.event.result;
    case "record_transaction":
      return command.transaction.result;
    default:
      return null;
  }
}

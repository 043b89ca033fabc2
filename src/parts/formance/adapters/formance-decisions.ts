// What follows each response of Formance Ledger to a transfer. Pure. That ledger forgets its declines, so a decline is definite
// only once its key is used up; and a key that is taken says nothing before the transaction under it has been read.
import * as z from "zod/mini";
import { isRejection } from "#core/adapters/ledger.ts";
import type { DeclineReason, LedgerTransfer, TransferResult } from "#core/domain/ledger.ts";
import { readResult, readTransaction } from "#core/wire/payment-intents/ledger.ts";
import {
  type FormanceTransaction,
  isDeclineOf,
  isTransfer,
  readBurn,
  readPosted,
  transactionReply,
} from "../wire/formance-transactions.ts";

export interface Reply {
  status: number;
  body: unknown;
}

export type LastStep =
  | { next: "done"; result: TransferResult }
  /** The result is in the transaction under the key; `ifNone` when there is none. */
  | { next: "look_up"; ifNone: "unknown" | "rejected" };

const faultJson = z.object({ errorCode: z.string() });

export function afterPosting(reply: Reply, transfer: LedgerTransfer): LastStep | { next: "burn" } {
  const posted = transactionIn(reply);
  if (posted !== null) {
    const isOurs = isTransfer(posted, transfer);
    return isOurs ? done(readResult(readPosted(posted))) : done({ outcome: "unknown" });
  }
  if (reply.status === 400 && codeOf(reply) === "INSUFFICIENT_FUND") return { next: "burn" };
  return afterRefusal(reply);
}

export function afterBurn(reply: Reply, transfer: LedgerTransfer, reason: DeclineReason): LastStep {
  const posted = transactionIn(reply);
  if (posted === null) return afterRefusal(reply);
  const declined = readBurn(posted);
  const isOurs = declined !== null && isDeclineOf(declined, transfer);
  return done(isOurs ? { outcome: "declined", reason } : { outcome: "unknown" });
}

/** Never completes a transfer that is not exactly the one that was asked for. */
export function afterLookUp(
  found: FormanceTransaction | null,
  transfer: LedgerTransfer,
  ifNone: "unknown" | "rejected",
): TransferResult {
  if (found === null) return { outcome: ifNone };
  const declined = readBurn(found);
  if (declined !== null && isDeclineOf(declined, transfer)) return readResult(declined);
  const posted = readPosted(found);
  if (declined === null && isTransfer(found, transfer)) return readResult(posted);
  return { outcome: "key_taken", transaction: readTransaction(declined ?? posted) };
}

function done(result: TransferResult): LastStep {
  return { next: "done", result };
}

function transactionIn({ status, body }: Reply): FormanceTransaction | null {
  return status === 200 ? (transactionReply.safeParse(body).data?.data ?? null) : null;
}

function codeOf({ body }: Reply): string | undefined {
  return faultJson.safeParse(body).data?.errorCode;
}

/** A `VALIDATION` fault can mean that the idempotency key came with another request: the code is the same for all faults. */
function afterRefusal(reply: Reply): LastStep {
  if (reply.status === 409) return { next: "look_up", ifNone: "unknown" };
  if (reply.status === 400 && codeOf(reply) === "VALIDATION") return { next: "look_up", ifNone: "rejected" };
  return done({ outcome: isRejection(reply.status) ? "rejected" : "unknown" });
}

import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause, PaymentIntents } from "../domain/ports.ts";
import { DependencyError } from "../domain/ports.ts";
import type { Result } from "../domain/result.ts";

/** The object's RPC methods. Its class is not imported, because that would be an import cycle. */
interface IntentStub {
  find(): Promise<PaymentIntent | null>;
  execute(command: IntentCommand, cause: Cause): Promise<Result<PaymentIntent, IntentRefusal>>;
}

export interface IntentNamespace {
  getByName(intentId: string): IntentStub;
}

/** Commands that return the same result when repeated; the others would be refused. */
const REPEATABLE = new Set<IntentCommand["type"]>([
  "confirm",
  "approve",
  "reject",
  "expire",
  "record_ledger_event",
]);

export function createPaymentIntents(namespace: IntentNamespace): PaymentIntents {
  return {
    find: (intentId) => call(true, () => namespace.getByName(intentId).find()),
    execute: (intentId, command, cause) =>
      call(REPEATABLE.has(command.type), () => namespace.getByName(intentId).execute(command, cause)),
  };
}

/** A moved or restarted object fails once with a retryable error; an overloaded one must not be retried. */
async function call<T>(isRepeatable: boolean, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isObjectError(error)) throw error;
    if (error.overloaded) throw new DependencyError("payment_intent", "object overloaded", { cause: error });
    if (!error.retryable || !isRepeatable) throw error;
    return await attempt();
  }
}

function isObjectError(error: unknown): error is Error & { retryable?: boolean; overloaded?: boolean } {
  return error instanceof Error && ("retryable" in error || "overloaded" in error);
}

import type { Cause } from "../domain/cause.ts";
import type {
  IntentCommand,
  IntentForm,
  IntentRefusal,
  IntentReply,
  ObjectRefusal,
} from "../domain/commands.ts";
import { DependencyError } from "../domain/dependency-error.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { PaymentIntents } from "../domain/ports/payment-intents.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { KeptWhileSame } from "../lib/kept-while-same.ts";

/** The object's RPC methods. Its class is not imported, because that would be an import cycle. */
interface IntentStub {
  find(form: IntentForm): Promise<IntentReply>;
  execute(command: IntentCommand, cause: Cause, form: IntentForm): Promise<IntentReply>;
  fetch(url: string, init: RequestInit): Promise<Response>;
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
  "record_transaction",
]);

/** Callers poll. About 12 KB each, with the texts of its views. */
const kept = new KeptWhileSame<string, PaymentIntent>((one, other) => one === other, 500);
/** Metadata can have 16 KB. */
const LENGTH_KEPT_MAX = 8_192;

export function createPaymentIntents(namespace: IntentNamespace): PaymentIntents {
  return {
    async find(intentId) {
      const found = readReply(intentId, await call(true, () => namespace.getByName(intentId).find("json")));
      return found.ok ? found.value : null;
    },
    async watch(intentId, isPayable) {
      // Nothing of the caller's own request: the object is to see no header of a stranger.
      const url = `https://payment-intent/live${isPayable ? "?is_payable" : ""}`;
      const upgrade = { headers: { Upgrade: "websocket" } };
      const response = await call(true, () => namespace.getByName(intentId).fetch(url, upgrade));
      // A response of its own, because the headers of one that was fetched cannot be set.
      const { webSocket } = response;
      if (webSocket !== null) return ok(new Response(null, { status: 101, webSocket }));
      if (response.status === 404) return err("not_found");
      if (response.status === 429) return err("too_many_watchers");
      throw new DependencyError("payment_intent", "the intent could not be read");
    },
    async execute(intentId, command, cause) {
      const isRepeatable = REPEATABLE.has(command.type);
      const execute = () => namespace.getByName(intentId).execute(command, cause, "json");
      return readReply(intentId, await call(isRepeatable, execute));
    },
  };
}

function readReply(intentId: string, reply: IntentReply): Result<PaymentIntent, IntentRefusal> {
  return typeof reply === "string" ? ok(intentFrom(intentId, reply)) : available(reply);
}

/** The same intent for the same text, so that what was made of it can be kept, too. */
function intentFrom(intentId: string, text: string): PaymentIntent {
  return text.length > LENGTH_KEPT_MAX ? JSON.parse(text) : kept.get(intentId, text, JSON.parse);
}

function available(result: Result<PaymentIntent, ObjectRefusal>): Result<PaymentIntent, IntentRefusal> {
  if (result.ok) return result;
  const { retryAfterMs } = result;
  if (retryAfterMs !== undefined) return { ...err("declined_recently"), retryAfterMs };
  switch (result.error) {
    case "unavailable":
      throw new DependencyError("payment_intent", "the intent could not be read");
    case "ledger_unavailable":
      throw new DependencyError("ledger", "the ledger did not respond as expected");
    default:
      return err(result.error);
  }
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

import type { Actor } from "#core/domain/audit/actor.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import type { IntentCommand, IntentRefusal, ObjectRefusal } from "#core/domain/payment-intents/commands.ts";
import type {
  DrawnIntent,
  InsertedIntent,
  IntentToInsert,
  PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { PaymentIntents } from "#core/domain/ports/payment-intents.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { callObject, isOverloaded } from "#core/lib/call-object.ts";
import { addTiming, type Timing, timeCall } from "#core/lib/timing.ts";

type Timed<T> = T & { timing?: Timing };

/** The object's RPC methods. Its class is not imported, because that would be an import cycle. */
export interface IntentStub {
  create(intent: IntentToInsert): Promise<Result<InsertedIntent | null, ObjectRefusal>>;
  find(isDrawn: boolean, withRestrictions: boolean): Promise<Timed<Result<DrawnIntent, ObjectRefusal>>>;
  execute(
    command: IntentCommand,
    actor: Actor,
    check?: RestrictionsCheck,
  ): Promise<Timed<Result<PaymentIntent, ObjectRefusal>>>;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Commands that return the same result when repeated; the others would be refused. */
const REPEATABLE = new Set<IntentCommand["type"]>([
  "confirm",
  "approve",
  "reject",
  "withdraw",
  "expire",
  "record_ledger_event",
  "record_transaction",
]);

export function createPaymentIntents(intentOf: (intentId: string) => IntentStub): PaymentIntents {
  return {
    async create(intent) {
      const created = available(await call(true, () => intentOf(intent.id).create(intent)));
      return created.ok ? created.value : null;
    },
    async find(intentId, isDrawn = false, withRestrictions = false) {
      const find = () => intentOf(intentId).find(isDrawn, withRestrictions);
      const found = available(await call(true, find));
      return found.ok ? found.value : null;
    },
    async watch(intentId, { isPayable, logoHash }) {
      // Nothing of the caller's own request: the object is to see no header of a stranger.
      const shown = [
        ...(isPayable ? ["is_payable"] : []),
        ...(logoHash === null ? [] : [`logo=${logoHash}`]),
      ];
      const url = `https://payment-intent/live${shown.length === 0 ? "" : `?${shown.join("&")}`}`;
      const upgrade = { headers: { Upgrade: "websocket" } };
      const response = await call(true, () => intentOf(intentId).fetch(url, upgrade));
      // A response of its own, because the headers of one that was fetched cannot be set.
      const { webSocket } = response;
      if (webSocket !== null) return ok(new Response(null, { status: 101, webSocket }));
      if (response.status === 404) return err("not_found");
      if (response.status === 429) return err("too_many_watchers");
      throw new DependencyError("payment_intent", "the intent could not be read");
    },
    async execute(intentId, command, actor, check) {
      const isRepeatable = REPEATABLE.has(command.type);
      const execute = () => intentOf(intentId).execute(command, actor, check);
      return available(await call(isRepeatable, execute));
    },
  };
}

function available<Intent>(timed: Timed<Result<Intent, ObjectRefusal>>): Result<Intent, IntentRefusal> {
  const { timing, ...result } = timed;
  if (timing !== undefined) addTiming(timing);
  if (result.ok) return result;
  const { retryAfterMs } = result;
  if (retryAfterMs !== undefined && result.error !== "operation_may_still_arrive")
    return { ...err("declined_recently"), retryAfterMs };
  switch (result.error) {
    case "unavailable":
      throw new DependencyError("payment_intent", "the intent could not be read");
    case "standing_unread":
      throw new DependencyError("database", "the merchant's restrictions could not be read");
    case "ledger_unavailable":
      throw new DependencyError("ledger", "the ledger did not respond as expected");
    default:
      return { ...result, error: result.error };
  }
}

/** Throws DependencyError when the object is overloaded. */
export async function call<T>(isRepeatable: boolean, attempt: () => Promise<T>): Promise<T> {
  try {
    return await callObject(isRepeatable, () => timeCall("object", attempt));
  } catch (error) {
    if (!isOverloaded(error)) throw error;
    throw new DependencyError("payment_intent", "object overloaded", { cause: error });
  }
}

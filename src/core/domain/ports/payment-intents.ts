import type { Actor } from "#core/domain/audit/actor.ts";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import type { IntentCommand, IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import type {
  DrawnIntent,
  InsertedIntent,
  IntentToInsert,
  PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { Result } from "#core/domain/result.ts";

/** The Durable Objects that own the intents. For an unknown id they return null and `not_found`. */
export interface PaymentIntents {
  /** Creates one that may exist in one of several shards. Returns null when it does, or when it may not be created. */
  create(intent: IntentToInsert): Promise<InsertedIntent | null>;
  /**
   * `isDrawn`: with its QR code while it is pending, for whoever shows it. `withRestrictions`: with its merchant's, if its object
   * has to read them from D1.
   */
  find(intentId: string, isDrawn?: boolean, withRestrictions?: boolean): Promise<DrawnIntent | null>;
  /** The response that upgrades to a WebSocket. `isPayable` is shown as long as the intent is open, the logo in every message. */
  watch(
    intentId: string,
    shop: { isPayable: boolean; logoHash: string | null },
  ): Promise<Result<Response, "not_found" | "too_many_watchers">>;
  /** `check`: of a caller whose restrictions no guard has checked. */
  execute(
    intentId: string,
    command: IntentCommand,
    actor: Actor,
    check?: RestrictionsCheck,
  ): Promise<Result<PaymentIntent, IntentRefusal>>;
}

/** A message on the queue of the ledger's events: the intent's last change did not reach D1. */
export interface UnprojectedMessage {
  unprojectedIntentId: string;
}

import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Command, IntentCommand, OtherCommand } from "./plan.ts";

/** `unknown`: no response, so the command may have happened or not, now or later. */
export type Response =
  | { outcome: "ok"; intent: PaymentIntent }
  | { outcome: "refused"; error: string }
  | { outcome: "unknown" };

/** A command that is not about one intent, as its client saw it. */
export interface OtherRequest<Sent = OtherCommand> {
  command: Sent;
  invokedAt: number;
  /** Infinite while it is not acknowledged. */
  acknowledgedAt: number;
  outcome: string;
}

/** A shard for an intent, whose id is known once a client has learned it. */
export interface Slot {
  merchant: number;
  intentId: string | null;
  create: Extract<Command, { do: "create" | "scan" }>;
}

/** A command about one intent, as its client saw it. */
export interface Operation {
  slot: Slot;
  command: IntentCommand;
  invokedAt: number;
  /** Infinite while there is no response. */
  returnedAt: number;
  response: Response;
}

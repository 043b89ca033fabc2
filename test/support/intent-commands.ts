// Commands for anIntent(), and decideInTurn(), which decides them one after another.
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { type Decision, decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { DEADLINE, MERCHANT, OTHER_WALLET, WALLET } from "./intent.ts";

/** The last millisecond in which an intent is open. */
export const IN_TIME = DEADLINE - 1;
export const confirm = { type: "confirm", walletId: WALLET } as const;
export const confirmOther = { type: "confirm", walletId: OTHER_WALLET } as const;
export const cancel = { type: "cancel", merchantId: MERCHANT } as const;
export const refund = { type: "refund", merchantId: MERCHANT, key: null } as const;
export const expire = { type: "expire" } as const;

export type Step = [command: IntentCommand, at?: number];

/** Decides each command on the intent left by the previous one. */
export function decideInTurn(start: PaymentIntent, ...steps: Step[]) {
  const decisions: Decision[] = [];
  let intent = start;
  for (const [command, at = IN_TIME] of steps) {
    const decision = decide(intent, command, at);
    decisions.push(decision);
    intent = decision.intent;
  }
  const events = decisions.flatMap((decision) => decision.events.map(({ type }) => type));
  return { intent, decisions, events, refusals: decisions.map(({ refusal }) => refusal) };
}

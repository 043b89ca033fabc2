// Whether what the service says is of the environment that the shop expects.
import { PaymentsEnvironmentError } from "./errors.ts";
import type { Connection } from "./options.ts";
import type { Environment } from "./wire/payment-intents.ts";

interface Said {
  environment?: unknown;
  payment_intent?: { environment?: unknown };
  payment_intents?: { environment?: unknown }[];
}

/** A provider may leave it out of a token's response: then the first payment intent says it. */
export function requireTokenOf({ expectEnvironment: expected }: Connection, { environment }: Said): void {
  if (environment !== undefined) requireSame("the token", expected, environment);
}

/** Throws PaymentsEnvironmentError for a payment intent in the body that is not of the expected environment. */
export function requireIntentsOf({ expectEnvironment: expected }: Connection, body: unknown): void {
  const { payment_intent, payment_intents = [] } = (body ?? {}) as Said;
  for (const intent of payment_intent === undefined ? payment_intents : [payment_intent])
    requireSame("the payment intent", expected, intent.environment);
}

function requireSame(what: string, expected: Environment | undefined, found: unknown): void {
  if (expected === undefined || found === expected) return;
  throw new PaymentsEnvironmentError(what, expected, typeof found === "string" ? found : null);
}

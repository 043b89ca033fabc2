// The wallet, driven through a hook that its author writes: what the customer does goes in by POST, and what the customer
// sees comes out. Each action is the body's `action`, and every response but the first is a Screen.
//
//   {action: "start", service_url, token, events_secret}  begins anew: forgets everything, and acts at this service with
//                                         this customer's token. Responds {events_url}, null when no events are taken
//   {action: "scan", code}                the camera has read a merchant's code
//   {action: "pay", payment_intent_id, taps}      the customer taps Pay so many times at once
//   {action: "approve", payment_intent_id, taps}  the same for a request
//   {action: "look"}                      the customer looks again
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { ScriptError } from "#scripts/run.ts";
import { demand, Unmet } from "../demand.ts";

/** What the customer is told of a payment. `unsure`: nobody knows yet, and the customer may tap again. */
export const STATES = [
  ...(["offered", "processing", "unsure", "paid"] as const),
  ...(["declined", "expired", "already_paid", "failed"] as const),
] as const;
export type State = (typeof STATES)[number];

const asked = {
  payment_intent_id: z.string(),
  /** Decimal text with all decimals of the currency. */
  amount: z.string(),
  currency: z.string(),
  merchant_name: z.string(),
};

const Screen = z.object({
  /** The payment that was scanned or approved last. */
  payment: z.nullable(z.object({ ...asked, state: z.enum(STATES) })),
  /** What waits for the customer's approval. */
  requests: z.array(z.object(asked)),
  /** Decimal text. */
  balance: z.nullable(z.string()),
});
export type Screen = z.infer<typeof Screen>;

const Started = z.object({ events_url: z.nullable(z.string()) });

const POLL_MS = 50;
const TIMEOUT_MS = 30_000;

export class WalletUnderTest {
  readonly #hook: string;
  readonly #waitMs: number;

  constructor(hook: string, waitMs: number) {
    this.#hook = hook;
    this.#waitMs = waitMs;
  }

  async start(service: { url: string; token: string; secret: string }): Promise<string | null> {
    const { url: service_url, token, secret: events_secret } = service;
    return (await this.#act(Started, { action: "start", service_url, token, events_secret })).events_url;
  }

  scan(code: string): Promise<Screen> {
    return this.#act(Screen, { action: "scan", code });
  }

  pay(payment_intent_id: string, taps = 1): Promise<Screen> {
    return this.#act(Screen, { action: "pay", payment_intent_id, taps });
  }

  approve(payment_intent_id: string, taps = 1): Promise<Screen> {
    return this.#act(Screen, { action: "approve", payment_intent_id, taps });
  }

  look(): Promise<Screen> {
    return this.#act(Screen, { action: "look" });
  }

  /** Looks until the customer sees it; throws Unmet when the time is over. */
  async until(isSeen: (screen: Screen) => boolean, expected: string): Promise<Screen> {
    const deadline = Date.now() + this.#waitMs;
    for (;;) {
      const screen = await this.look();
      if (isSeen(screen)) return screen;
      demand(Date.now() < deadline, expected, screen);
      await sleep(POLL_MS);
    }
  }

  /** Waits until this is the state. */
  untilState(state: State): Promise<Screen> {
    return this.until(({ payment }) => payment?.state === state, `the state ${state}`);
  }

  async #act<T>(schema: z.ZodMiniType<T>, action: object): Promise<T> {
    const body = JSON.stringify(action);
    const headers = { "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.#hook, { method: "POST", headers, body, signal }).catch(() => null);
    if (response === null) throw new ScriptError(`The hook at ${this.#hook} does not respond.`);
    const text = await response.text();
    try {
      return z.parse(schema, JSON.parse(text));
    } catch {
      throw new Unmet("a screen from the hook", `${response.status} ${text}`);
    }
  }
}

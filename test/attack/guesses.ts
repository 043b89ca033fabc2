// Someone without a token guesses which idempotency keys a shop has used, and computes ids from what is public.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { derivedUuid } from "../../src/lib/derived-uuid.ts";
import { Attempts } from "./attempts.ts";
import { flood } from "./floods.ts";
import { randomAddress, send, type Target } from "./requests.ts";
import { API, INTENTS, must, type Shop } from "./shops.ts";

const ORDERS = 5;
const GUESSES = 420;
const MINUTE_MS = 60_000;
const NEEDED_MS = 20_000;

export async function tryGuesses(target: Target, victim: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const orders: string[] = [];
  for (let number = 0; number < ORDERS; number += 1) {
    const headers = { "Idempotency-Key": orderKey(number) };
    const options = { token: victim.token, headers, json: { amount: 1 } };
    orders.push((await must(target, "POST", INTENTS, options)).payment_intent.id);
  }
  const from = randomAddress();
  const read = (id: string, address: string) =>
    send(target, "GET", `${API}/public/payment-intents/${id}`, { from: address });
  await waitForTime();
  attempts.noteStatus("a customer at the stranger's address", await read(victim.pending, from), 200);

  const statuses = await flood(GUESSES, (index) => read(guessedId(victim, orderKey(index)), from));

  attempts.note(`${GUESSES} guessed orders`, statuses.includes(200) && "an order was read");
  attempts.note(`${GUESSES} unknown ids`, !statuses.includes(429) && "never limited");
  const [order = ""] = orders;
  attempts.noteStatus("an id that was not read from there before", await read(order, from), 429);
  attempts.noteStatus("the customer's next read, meanwhile", await read(victim.pending, from), 200);
  attempts.noteStatus("a customer elsewhere, meanwhile", await read(order, randomAddress()), 200);
  return attempts;
}

function orderKey(number: number): string {
  return `order-${1001 + number}`;
}

/** As ids were derived before there was a secret. */
function guessedId({ merchantId, credentials }: Shop, key: string): string {
  const text = JSON.stringify([merchantId, credentials.client_id, "create", key]);
  return derivedUuid(createHash("sha256").update(text).digest());
}

/** Limits are reset at each full minute. */
export async function waitForTime(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < NEEDED_MS) await sleep(leftMs);
}

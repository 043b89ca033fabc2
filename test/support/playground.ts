// The sandbox's playground as merchants use it: faults, the clock, and the inbox for webhooks.
import { expect } from "vitest";
import { type ApiResponse, BASE_URL, call } from "./api.ts";
import { eventsOf } from "./intent-rows.ts";
import { makePaidIntent } from "./intents.ts";
import { published } from "./objects.ts";
import { makeMerchant, type TestMerchant } from "./parties.ts";
import { MERCHANT_API, SANDBOX_API } from "./paths.ts";
import { consume, type SentMessage } from "./queues.ts";

export const INBOX = `${SANDBOX_API}/inbox`;
export const INBOX_URL = BASE_URL + INBOX;

type Caller = { token: string };

/** A merchant whose webhooks go to its inbox, and the secret that signs them. */
export async function makeMerchantWithInbox(): Promise<TestMerchant & { webhookSecret: string }> {
  const merchant = await makeMerchant();
  const { token } = merchant;
  const json = { url: INBOX_URL, events: ["payment.completed", "payment.expired", "refund.completed"] };
  expect((await call("PUT", `${MERCHANT_API}/webhook`, { token, json })).status).toBe(200);
  const { body } = await call("POST", `${MERCHANT_API}/webhook/rotate-secret`, { token });
  return { ...merchant, webhookSecret: body.webhook_secret };
}

export function setFaults({ token }: Caller, faults: unknown): Promise<ApiResponse> {
  return call("PUT", `${SANDBOX_API}/faults`, { token, json: { faults } });
}

export function readFaults({ token }: Caller): Promise<ApiResponse> {
  return call("GET", `${SANDBOX_API}/faults`, { token });
}

export function advanceClock({ token }: Caller, minutes: unknown): Promise<ApiResponse> {
  return call("POST", `${SANDBOX_API}/clock`, { token, json: { minutes } });
}

/** Lists the newest first. */
export async function readInbox({ token }: Caller, query = "") {
  const { status, body } = await call("GET", INBOX + query, { token });
  expect(status).toBe(200);
  expect(body.url).toBe(INBOX_URL);
  return body.messages;
}

/** A paid intent, and a way to make the next attempt to deliver its webhook. */
export async function seedPaid(merchant: TestMerchant, queued: SentMessage[]) {
  const { id } = await makePaidIntent(merchant);
  await published(id);
  const event = async () => (await eventsOf(id))[0];
  const attempt = () =>
    consume(
      "webhooks",
      queued.splice(0).map(({ body }) => body),
    );
  return { id, event, attempt };
}

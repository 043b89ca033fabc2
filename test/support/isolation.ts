// Two tenants, and checks that one learns nothing about the other.
import { env } from "cloudflare:workers";
import { expect, inject } from "vitest";
import { call } from "./api.ts";
import { expectFailure } from "./error-responses.ts";
import { repair } from "./faults.ts";
import { readIntent } from "./intent-reads.ts";
import { until } from "./objects.ts";
import { SANDBOX_API, UNKNOWN_ID } from "./paths.ts";
import { captureQueue, captureQueues, consume } from "./queues.ts";
import { settleRefund } from "./settlement.ts";
import { comparable, makeTenant, type Request, type Tenant, WALLET_EVENTS } from "./tenants.ts";

export let victim: Tenant;
export let stranger: Tenant;

/** Waits for all background work, so that nothing changes by itself later. */
export async function setUpTenants(): Promise<void> {
  if (inject("isProcess")) return await setUpInProcess();
  captureQueues();
  const bus = captureQueue(env.WALLET_EVENTS);
  victim = await makeTenant("victim");
  stranger = await makeTenant("stranger");
  for (const { refunded } of [victim, stranger]) await settleRefund(refunded.id);
  await until(() => bus.length === 2 * WALLET_EVENTS);
  await consume(
    "wallet-events",
    bus.map(({ body }) => body),
  );
  repair();
}

/** Where the queues cannot be seen, the work is done when the last of it has been. */
async function setUpInProcess(): Promise<void> {
  victim = await makeTenant("victim");
  stranger = await makeTenant("stranger");
  for (const { merchant, refunded, wallet } of [victim, stranger]) {
    await until(
      async () => (await readIntent(merchant, refunded.id)).body.payment_intent.refund_status === "completed",
    );
    await until(async () => {
      const { body } = await call("GET", `${SANDBOX_API}/wallet-events`, { token: wallet.token });
      return body.events.length === WALLET_EVENTS;
    });
  }
}

/** Ids and texts of the victim that a response to a stranger must not contain. */
function victimTexts(): string[] {
  const { merchant, counter, wallet, blockedMerchant } = victim;
  const { pending, paid, refunded, awaitingApproval, approved } = victim;
  const intents = [pending, paid, refunded, awaitingApproval, approved].map(({ id }) => id);
  return [merchant.id, counter.id, wallet.id, blockedMerchant.id, ...intents, "victim"];
}

export function expectNothingOf(text: string): void {
  for (const own of victimTexts()) expect(text).not.toContain(own);
}

export function strangerTokens(): [who: string, token: string][] {
  return [
    ["merchant", stranger.merchant.token],
    ["dashboard user", stranger.dashboardToken],
    ["counter", stranger.counter.token],
    ["customer", stranger.wallet.token],
  ];
}

const MISSING: [path: RegExp, code: string, message: string][] = [
  [/payment-intents/, "payment_intent_not_found", "Payment intent not found"],
  [/tills\/./, "till_not_found", "Till not found"],
  [/counters/, "counter_not_found", "Payment intent not found"],
  [/webhook-deliveries/, "delivery_not_found", "Webhook delivery not found"],
  [/users/, "user_not_found", "User not found"],
  [/pay-outs/, "movement_not_found", "Movement not found"],
];

/** The victim's id gives the same response as an unknown one, and as what is no id where it is in the path: 404, or 403. */
export async function expectAsMissing(ids: string[], request: (id: string) => Request): Promise<void> {
  const statuses: number[] = [];
  for (const [who, token] of strangerTokens()) {
    for (const id of ids) {
      const isInPath = request(id)[1].includes(id);
      const responses = [];
      for (const tried of isInPath ? [UNKNOWN_ID, id, "no-id"] : [UNKNOWN_ID, id]) {
        const [method, path, json] = request(tried);
        const response = await call(method, path, { token, json });
        const { status } = response;
        expect(status, `${who} ${method} ${path}`).toBeGreaterThanOrEqual(400);
        const [, code = "", message = ""] = MISSING.find(([pattern]) => pattern.test(path)) ?? [];
        if (isInPath && status !== 403) expectFailure(response, 404, code, message);
        statuses.push(status);
        responses.push(comparable(response, tried));
      }
      for (const other of responses) expect(other, who).toEqual(responses[0]);
    }
  }
  expect(statuses.some((status) => status !== 403)).toBe(true);
}

/** Whatever the response, it contains nothing of the victim. */
export async function expectOwnOnly(...requests: Request[]): Promise<void> {
  for (const [, token] of strangerTokens()) {
    for (const [method, path, json] of requests) {
      const { text, status } = await call(method, path, { token, json });
      expect(status).toBeLessThan(500);
      expectNothingOf(text.replaceAll(path, ""));
    }
  }
}

export async function expectForbidden(...requests: Request[]): Promise<void> {
  for (const [who, token] of strangerTokens()) {
    for (const [method, path, json] of requests) {
      expect((await call(method, path, { token, json })).status, `${who} ${method} ${path}`).toBe(403);
    }
  }
}

// The client of a shop in one environment refuses what is of the other.
import { expect, it } from "vitest";
import { newWebhookSecret, signWebhook } from "#core/webhooks/sign.ts";
import {
  createMerchantClient,
  createPublicClient,
  PaymentsEnvironmentError,
  verifyWebhook,
  WebhookVerificationError,
} from "#sdk/index.ts";
import {
  INTENT_ID,
  json,
  type ScriptedService,
  startScript,
  tokenResponse,
} from "./support/scripted-service.ts";

const LIVE = { expectEnvironment: "live" } as const;
const intentOf = (environment?: string) => ({ id: INTENT_ID, status: "pending", environment });
const intentResponse = (environment?: string) =>
  json({ success: true, payment_intent: intentOf(environment) });
const tokenOf = (environment: string) =>
  json({ access_token: "token-1", expires_in: 300, token_type: "Bearer", environment });

function live(service: ScriptedService) {
  return createMerchantClient({ ...service.options, ...LIVE });
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => null,
    ({ name, code, expected, found, message }) => ({ name, code, expected, found, message }),
  );
}

const mixedUp = (what: string, found: string | null) => ({
  name: "PaymentsEnvironmentError",
  code: "wrong_environment",
  expected: "live",
  found,
  message: `${what} ${found === null ? "does not say its environment" : `is of ${found}`}, not of live`,
});

it("refuses a token of the other, before anything is made", async () => {
  const service = startScript();
  service.tokenResponses.push(tokenOf("sandbox"));
  const creating = live(service).paymentIntents.create({ amount: 1 });
  expect(await errorOf(creating)).toEqual(mixedUp("the token", "sandbox"));
  expect([service.sent, service.tokenRequests.length]).toEqual([[], 1]);
});

it("refuses a payment intent of the other, and one that does not say, once", async () => {
  for (const found of ["sandbox", null]) {
    const service = startScript(intentResponse(found ?? undefined));
    service.tokenResponses.push(tokenResponse("token-1"));
    const reading = live(service).paymentIntents.get(INTENT_ID);
    expect(await errorOf(reading)).toEqual(mixedUp("the payment intent", found));
    expect(service.sent).toHaveLength(1);
  }
});

it("refuses a list with one of the other", async () => {
  const page = { success: true, payment_intents: [intentOf("live"), intentOf("sandbox")], next_cursor: null };
  const listing = live(startScript(json(page))).paymentIntents.list();
  expect(await errorOf(listing)).toEqual(mixedUp("the payment intent", "sandbox"));
});

it("refuses it in an app, and while it is watched", async () => {
  for (const act of ["getPaymentIntent", "watch"] as const) {
    const { options } = startScript(intentResponse("sandbox"));
    const call = createPublicClient({ ...options, ...LIVE })[act](INTENT_ID);
    await expect(call).rejects.toThrow(PaymentsEnvironmentError);
  }
});

it("takes its own, and either where none is expected", async () => {
  for (const [environment, options] of [
    ["live", LIVE],
    ["sandbox", {}],
    [undefined, {}],
  ] as const) {
    const service = startScript(intentResponse(environment));
    if (environment !== undefined) service.tokenResponses.push(tokenOf(environment));
    const { paymentIntents } = createMerchantClient({ ...service.options, ...options });
    expect((await paymentIntents.get(INTENT_ID)).environment).toBe(environment);
  }
});

it("refuses a signed webhook of the other, and one that does not say", async () => {
  const secret = newWebhookSecret();
  const verify = async (environment: string | undefined, options: { expectEnvironment?: "live" }) => {
    const body = JSON.stringify({ type: "ping", environment, data: {} });
    const headers = { ...(await signWebhook([secret], "event-1", Date.now(), body)) };
    return await verifyWebhook(body, headers, secret, options);
  };
  for (const environment of ["sandbox", undefined]) {
    const error = await verify(environment, LIVE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ reason: "wrong_environment", message: "the webhook is not of live" });
    expect((await verify(environment, {})).type).toBe("ping");
  }
  expect((await verify("live", LIVE)).id).toBe("event-1");
});

// The customer's browsers that are told of requests for approval by push.
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { customerSessionOf } from "../../http/session.ts";
import { type BodyCheck, jsonBody } from "../../http/validate.ts";
import { checkUrlText } from "../../http/webhook-url.ts";
import { fromBase64Url } from "../../lib/base64url.ts";
import { importPushKey } from "../../lib/push-encryption.ts";
import { readPushState, subscribePush, unsubscribePush } from "../../services/wallet/push.ts";
import { PushSubscriptionBody, UnsubscribeBody } from "../../wire/wallet/requests.ts";

/** Only its text: which hosts are allowed is a refusal of its own. */
const checkEndpoint = checkUrlText("endpoint", { allowPrivate: true });

const checkKey: BodyCheck = async (_, body) => {
  const keys = PushSubscriptionBody.shape.keys.safeParse(body.keys);
  if (!keys.success) return [];
  const imported = importPushKey(fromBase64Url(keys.data.p256dh));
  return await imported.then(
    () => [],
    () => [{ field: "keys.p256dh", message: "must be a public key on the curve P-256" }],
  );
};

export const push = new Hono<AppEnv>()
  .get(
    "/",
    describe("Wallet", {
      id: "getPush",
      summary: "Read this wallet's push settings",
      description:
        "`public_key` is the `applicationServerKey` with which a browser subscribes; null where nothing is pushed.",
      failure: "Failed to read push settings",
      responds: { 200: "PushResponse" },
    }),
    asCustomer,
    (c) => respondWithState(c),
  )
  .put(
    "/",
    describe("Wallet", {
      id: "subscribePush",
      summary: "Have requests for approval pushed to a browser",
      description:
        "Takes a browser's `PushSubscription`. Messages are encrypted for it (RFC 8291), and are JSON: " +
        '`{type: "approval_requested", payment_intent_id, merchant_name, amount, currency}`. A browser gets those of one ' +
        "wallet, and a wallet has at most ten browsers: one more ends the oldest.",
      failure: "Failed to subscribe",
      responds: { 200: "PushResponse" },
      refusals: ["push_not_configured", "push_service_unknown"],
    }),
    asCustomer,
    jsonBody(PushSubscriptionBody, { checks: [checkEndpoint, checkKey] }),
    async (c) => {
      const sessionIdHash = customerSessionOf(c)?.idHash ?? null;
      const subscription = c.req.valid("json");
      orThrow(await subscribePush(c.get("deps"), c.get("walletId"), subscription, sessionIdHash));
      return await respondWithState(c);
    },
  )
  .delete(
    "/",
    describe("Wallet", {
      id: "unsubscribePush",
      summary: "Push nothing more to a browser",
      failure: "Failed to unsubscribe",
      responds: { 200: "PushResponse" },
    }),
    asCustomer,
    jsonBody(UnsubscribeBody),
    async (c) => {
      await unsubscribePush(c.get("deps"), c.get("walletId"), c.req.valid("json").endpoint);
      return await respondWithState(c);
    },
  );

async function respondWithState(c: Context<AppEnv>): Promise<Response> {
  const { publicKey, subscriptions } = await readPushState(c.get("deps"), c.get("walletId"));
  return respond<"PushResponse">(c, { public_key: publicKey, subscriptions });
}

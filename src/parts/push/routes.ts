// To which browsers of a customer the service pushes.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { respond } from "#core/http/response.ts";
import { customerSessionOf } from "#core/http/session.ts";
import { type BodyCheck, jsonBody } from "#core/http/validate.ts";
import { checkUrlText } from "#core/http/webhook-url.ts";
import { fromBase64Url } from "#core/lib/base64url.ts";
import type { Mount } from "#core/part.ts";
import { importPushKey } from "./lib/push-encryption.ts";
import { PushSubscriptionBody, UnsubscribeBody } from "./requests.ts";
import { readPushState, subscribePush, unsubscribePush } from "./services/push.ts";

/** Checks the URL's text alone: which hosts are allowed is a refusal of its own. */
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

const subscriptions = new Hono<AppEnv>()
  .get(
    "/push",
    describe("Wallet", {
      id: "getPush",
      failure: "Failed to read push settings",
      responds: { 200: "PushResponse" },
    }),
    asCustomer,
    (c) => respondWithState(c),
  )
  .put(
    "/push",
    describe("Wallet", {
      id: "subscribePush",
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
    "/push",
    describe("Wallet", {
      id: "unsubscribePush",
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

export const routes: Mount = (app) => {
  app.route("/wallet/api/v1", subscriptions);
};

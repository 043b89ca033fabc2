// A browser that is pushed to: it decrypts with a library that is independent of the service.

import { env } from "cloudflare:workers";
import { createECDH, type ECDH, randomBytes } from "node:crypto";
import * as ece from "http_ece";
import { importJWK, type JWTPayload, jwtVerify } from "jose";
import { expect } from "vitest";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { fromBase64Url, toBase64Url } from "#core/lib/base64url.ts";
import { call } from "./api.ts";
import { makeApproval } from "./approvals.ts";
import { noteSecret } from "./log-watch.ts";
import { until } from "./objects.ts";
import { makeMerchant, makeWallet } from "./parties.ts";
import { WALLET_API } from "./paths.ts";
import { captureQueue, type SentMessage } from "./queues.ts";
import type { ReceivedRequest } from "./receiver.ts";

export const PUSH = `${WALLET_API}/push`;
let lastPort = 1024;
/** At an origin of its own, so that none is closed because of what another test made fail there. */
const newPushServer = () => `http://127.0.0.1:${++lastPort}`;

export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  ecdh: ECDH;
  auth: Uint8Array;
}

export function newBrowser(server = newPushServer()): Browser {
  const ecdh = createECDH("prime256v1");
  const p256dh = toBase64Url(new Uint8Array(ecdh.generateKeys()));
  const auth = new Uint8Array(randomBytes(16));
  const endpoint = `${server}/send/${crypto.randomUUID()}`;
  noteSecret(endpoint);
  return { ecdh, auth, subscription: { endpoint, keys: { p256dh, auth: toBase64Url(auth) } } };
}

export async function subscribe({ token }: { token: string }, browser = newBrowser()): Promise<Browser> {
  const { status } = await call("PUT", PUSH, { token, json: browser.subscription });
  expect(status).toBe(200);
  return browser;
}

export function decrypt({ init }: Pick<ReceivedRequest, "init">, { ecdh, auth }: Browser) {
  const body = Buffer.from(init.body as Uint8Array);
  const text = ece.decrypt(body, {
    version: "aes128gcm",
    privateKey: ecdh,
    authSecret: Buffer.from(auth).toString("base64url"),
  });
  return JSON.parse(text.toString());
}

/** The claims of a push service's `Authorization`, once its signature is verified. */
export async function verifyVapid(authorization = ""): Promise<JWTPayload> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  expect(key).toBe(env.VAPID_PUBLIC_KEY);
  const point = fromBase64Url(key);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const currentDate = new Date();
  return (await jwtVerify(token, publicKey, { algorithms: ["ES256"], currentDate })).payload;
}

/** A wallet with a browser, and a request to it whose message is in the test's hands. */
export async function setUpPush(fields: Record<string, unknown> = {}, browsers = 1) {
  const [sent, pushes] = [captureQueue(env.WALLET_EVENTS), captureQueue(env.PUSHES)];
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const subscribed: Browser[] = [];
  for (let made = 0; made < browsers; made++) subscribed.push(await subscribe(wallet));
  const intent = await makeApproval(merchant, wallet, fields);
  await until(() => sent.length > 0);
  return {
    sent,
    pushes,
    merchant,
    wallet,
    intent,
    browsers: subscribed,
    browser: subscribed[0] ?? newBrowser(),
  };
}

/** The messages, which are then no longer among those that were sent. */
export const take = (sent: SentMessage[]): WalletEventMessage[] => sent.splice(0).map(({ body }) => body);

export const stateOf = async ({ token }: { token: string }) => (await call("GET", PUSH, { token })).body;
export const subscriptionsOf = async (wallet: { token: string }) => (await stateOf(wallet)).subscriptions;

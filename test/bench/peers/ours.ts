// Our own service, as the bench runs it: built, on workerd.
import { globSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "#scripts/built-worker.ts";
import { type ClientCredentials, fetchToken } from "#scripts/fetch-token.ts";
import { IdSeries } from "../clone-rows.ts";
import { INTENTS, makeSecrets, WALLET_INTENTS } from "../scene.ts";
import { makeTables, startServer } from "../workerd.ts";
import { ask, copyRow, ORDER, type Peer } from "./peer.ts";

const API = "/merchant/api/v1";
/** An access token is good for longer. */
const TOKEN_USED_FOR_MS = 60_000;
/** None expires during the comparison. */
const ASKED = { ...ORDER, expires_in: 24 * 60 * 60 };
const secrets = makeSecrets();
const { ADMIN_CLIENT_ID = "", ADMIN_CLIENT_SECRET = "" } = secrets;

export const ours: Peer = {
  name: "this service",
  requestsFactor: 16,
  // The embedded ledger settles it after two seconds.
  refundSettlesMs: 2_600,
  install: async () => undefined,
  async start({ state, port }) {
    const bundle = join(state, "bundle");
    await Promise.all([buildWorker(bundle, "sandbox", {}), makeTables(state)]);
    return (await startServer(bundle, state, secrets, port)).stop;
  },
  async open({ url, receiver }) {
    const admin = callerOf(url, { client_id: ADMIN_CLIENT_ID, client_secret: ADMIN_CLIENT_SECRET });
    const owner = { email: "shop@example.com", business_name: "Coffee & Sons" };
    const shop = callerOf(url, await admin<ClientCredentials>(`${API}/register`, owner));
    await shop(`${API}/webhook`, { url: receiver }, "PUT");
    const account = { currency: ORDER.currency, balance: 9_000_000 };
    const wallet = callerOf(url, await shop<ClientCredentials>("/sandbox/v1/wallets", account));
    return {
      create: async () => {
        const { id } = (await shop<{ payment_intent: { id: string } }>(INTENTS, ASKED)).payment_intent;
        return {
          id,
          read: () => shop(`${INTENTS}/${id}`),
          poll: () => ask(`${url}${API}/public/payment-intents/${id}`),
          pay: () => wallet(`${WALLET_INTENTS}/${id}/confirm`, {}),
          refund: () => shop(`${INTENTS}/${id}/refund`, {}),
        };
      },
      list: () => shop(`${INTENTS}?limit=20`),
    };
  },
  copy(state, id) {
    const [file = ""] = globSync(`${state}/v3/d1/*/*.sqlite`, { exclude: ["**/metadata.sqlite"] });
    const values = { id: new IdSeries().sql, created_at: "created_at - i", updated_at: "created_at - i" };
    copyRow(file, "payment_intents", `id = '${id}'`, values);
  },
  paidIn(webhook) {
    const { type, data } = webhook as { type: string; data: { payment_intent: { id: string } } };
    return type === "payment.completed" ? data.payment_intent.id : undefined;
  },
};

function callerOf(url: string, credentials: ClientCredentials) {
  let [token, fetchedAt] = ["", 0];
  return async <Body>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<Body> => {
    if (Date.now() - fetchedAt > TOKEN_USED_FOR_MS)
      [token, fetchedAt] = [await fetchToken(url, credentials), Date.now()];
    const headers = { authorization: `Bearer ${token}` };
    return (await ask<Body>(url + path, { method, headers, ...(body && { body }) })).body;
  };
}

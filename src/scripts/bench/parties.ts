// The merchants and the wallet of the benchmark, created through the service's API before its database is
// copied for the baseline.
import { issuerUrl, tokenUrl } from "../../domain/realm.ts";
import { readDevVars } from "../dev-vars.ts";
import { type Call, CLIENTS, send } from "./load.ts";

const TOKEN_LIFETIME_MS = 200_000;
export const INTENTS = "/merchant/api/v1/payment-intents";
export const CONFIRM = "/wallet/api/v1/payment-intents";

export interface Participant {
  /** The id of the merchant or of the wallet. */
  id: string;
  /** Cached while it is fresh. Call it before a round, so that the round does not include a renewal. */
  getToken(): Promise<string>;
}

export interface Participants {
  /** For the routes that create, read and pay intents. */
  shop: Participant;
  /** For the list route: its number of intents stays the same. */
  listedShop: Participant;
  /** For the webhook route: it has an endpoint and paid intents. */
  notifiedShop: Participant;
  wallet: Participant;
}

export async function createParticipants(baseUrl: string): Promise<Participants> {
  const { ADMIN_CLIENT_ID: clientId = "", ADMIN_CLIENT_SECRET: clientSecret = "" } = readDevVars();
  const admin = participantOf(baseUrl, "admin", { client_id: clientId, client_secret: clientSecret });
  const register = async (name: string) => {
    const body = { email: `${name}-${crypto.randomUUID()}@example.com`, business_name: "Bench & Sons" };
    const path = "/merchant/api/v1/register";
    const registered = await post<Credentials & { merchant_id: string }>(baseUrl, admin, path, body);
    return participantOf(baseUrl, registered.merchant_id, registered);
  };
  const shop = await register("shop");
  const opening = { currency: "USD", balance: 999_999_999 };
  const opened = await post<Credentials & { wallet_id: string }>(
    baseUrl,
    shop,
    "/sandbox/v1/wallets",
    opening,
  );
  return {
    shop,
    listedShop: await register("listed"),
    notifiedShop: await register("notified"),
    wallet: participantOf(baseUrl, opened.wallet_id, opened),
  };
}

/** Works with the service and with the baseline. Returns the ids of the intents. */
export async function createIntents(baseUrl: string, shop: Participant, count: number): Promise<string[]> {
  const ids: string[] = [];
  const token = await shop.getToken();
  let left = count;
  const create = async () => {
    while (left-- > 0) {
      const text = await send(baseUrl, createCall(token));
      ids.push((JSON.parse(text) as { payment_intent: { id: string } }).payment_intent.id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, create));
  return ids;
}

export function createCall(token: string): Call {
  const body = {
    amount: 12.5,
    currency: "USD",
    description: "Flat white and a croissant",
    reference: "order-1001",
    metadata: { table: 7 },
  };
  return { method: "POST", path: INTENTS, token, body };
}

interface Credentials {
  client_id: string;
  client_secret: string;
}

function participantOf(baseUrl: string, id: string, credentials: Credentials): Participant {
  let cached = { token: "", until: 0 };
  return {
    id,
    getToken: async () => {
      if (Date.now() < cached.until) return cached.token;
      const { client_id, client_secret } = credentials;
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
      const response = await fetch(tokenUrl(issuerUrl(baseUrl)), { method: "POST", body });
      const { access_token: token = "" } = (await response.json()) as { access_token?: string };
      cached = { token, until: Date.now() + TOKEN_LIFETIME_MS };
      return token;
    },
  };
}

async function post<Body>(baseUrl: string, caller: Participant, path: string, body: object): Promise<Body> {
  const call: Call = { method: "POST", path, token: await caller.getToken(), body };
  return JSON.parse(await send(baseUrl, call)) as Body;
}

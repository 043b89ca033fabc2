// Who takes part, made through the service's own API before the floor gets a copy of its database.
import { readDevVars } from "../dev-vars.ts";
import { type Call, CLIENTS, send } from "./load.ts";

const TOKEN_LIFETIME_MS = 200_000;
export const INTENTS = "/merchant/api/v1/payment-intents";
export const CONFIRM = "/wallet/api/v1/payment-intents";

export interface Party {
  /** Of the merchant or the wallet. */
  id: string;
  /** Renewed in time; ask before a round and not in it. */
  takeToken(): Promise<string>;
}

export interface Parties {
  /** Creates, is read and is paid. */
  shop: Party;
  /** Has a list that nothing else grows. */
  listedShop: Party;
  /** Has a webhook and paid intents. */
  notifiedShop: Party;
  wallet: Party;
}

export async function makeParties(baseUrl: string): Promise<Parties> {
  const { ADMIN_CLIENT_ID: clientId = "", ADMIN_CLIENT_SECRET: clientSecret = "" } = readDevVars();
  const admin = partyOf(baseUrl, "admin", { client_id: clientId, client_secret: clientSecret });
  const register = async (name: string) => {
    const body = { email: `${name}-${crypto.randomUUID()}@example.com`, business_name: "Bench & Sons" };
    const path = "/merchant/api/v1/register";
    const registered = await ask<Credentials & { merchant_id: string }>(baseUrl, admin, path, body);
    return partyOf(baseUrl, registered.merchant_id, registered);
  };
  const shop = await register("shop");
  const opening = { currency: "USD", balance: 999_999_999 };
  const opened = await ask<Credentials & { wallet_id: string }>(
    baseUrl,
    shop,
    "/sandbox/v1/wallets",
    opening,
  );
  return {
    shop,
    listedShop: await register("listed"),
    notifiedShop: await register("notified"),
    wallet: partyOf(baseUrl, opened.wallet_id, opened),
  };
}

/** At the service or at the floor; returns the intents' ids. */
export async function createIntents(baseUrl: string, party: Party, count: number): Promise<string[]> {
  const ids: string[] = [];
  const token = await party.takeToken();
  let left = count;
  const create = async () => {
    while (left-- > 0) {
      const text = await send(baseUrl, creation(token));
      ids.push((JSON.parse(text) as { payment_intent: { id: string } }).payment_intent.id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, create));
  return ids;
}

export function creation(token: string): Call {
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

function partyOf(baseUrl: string, id: string, credentials: Credentials): Party {
  let kept = { token: "", until: 0 };
  return {
    id,
    takeToken: async () => {
      if (Date.now() < kept.until) return kept.token;
      const { client_id, client_secret } = credentials;
      const path = "/realms/payment-platform/protocol/openid-connect/token";
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
      const response = await fetch(baseUrl + path, { method: "POST", body });
      const { access_token: token = "" } = (await response.json()) as { access_token?: string };
      kept = { token, until: Date.now() + TOKEN_LIFETIME_MS };
      return token;
    },
  };
}

async function ask<Body>(baseUrl: string, party: Party, path: string, body: object): Promise<Body> {
  const call: Call = { method: "POST", path, token: await party.takeToken(), body };
  return JSON.parse(await send(baseUrl, call)) as Body;
}

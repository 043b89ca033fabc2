// One of each kind of caller, made through the service itself with every response held to the document.
import { UNKNOWN_ID } from "./factories.ts";
import { ADMIN, TOKEN_PATH } from "./identity-provider.ts";
import { ask } from "./openapi.ts";

const API = "/merchant/api/v1";

interface Login {
  client_id: string;
  client_secret: string;
}

async function login({ client_id, client_secret }: Login): Promise<string> {
  const form = { grant_type: "client_credentials", client_id, client_secret };
  return (await ask(`POST ${TOKEN_PATH}`, { form })).body.access_token;
}

export async function newWallet(admin: string, balance: number) {
  const { body } = await ask("POST /sandbox/v1/wallets", {
    token: admin,
    json: { currency: "USD", balance },
  });
  return { id: body.wallet_id as string, token: await login(body) };
}

export type Actors = Awaited<ReturnType<typeof newActors>>;

export async function newActors() {
  const admin = await login({ client_id: ADMIN.clientId, client_secret: ADMIN.clientSecret });
  const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Bean & Leaf" };
  const registered = await ask(`POST ${API}/register`, { token: admin, json });
  const token = await login(registered.body);
  const till = await ask(`POST ${API}/counters`, { token, json: { name: "Till 1" } });
  return {
    admin,
    registration: json,
    merchant: { id: registered.body.merchant_id as string, token },
    counter: { id: till.body.counter.id as string, token: await login(till.body) },
    wallet: await newWallet(admin, 100),
    poor: await newWallet(admin, 0),
  };
}

/** What the customer's app does besides paying. */
export async function useWalletApp({ wallet: { token }, merchant }: Actors): Promise<number[]> {
  const blocked = "/wallet/api/v1/blocked-merchants";
  const statuses = [];
  for (const route of [
    "POST /wallet/api/v1/scan-token",
    `POST ${blocked}/${merchant.id}`,
    `POST ${blocked}/${UNKNOWN_ID}`,
    `GET ${blocked}`,
    `GET ${blocked}?limit=0`,
    `DELETE ${blocked}/${merchant.id}`,
    `DELETE ${blocked}/${UNKNOWN_ID}`,
  ]) {
    statuses.push((await ask(route, { token })).status);
  }
  return statuses;
}

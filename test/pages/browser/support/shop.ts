// A merchant and its customers, over the API of the service that the pages belong to.
import {
  type CreatePaymentIntent,
  createMerchantClient,
  createSandboxClient,
  type MerchantClient,
  type PaymentIntent,
  type Sandbox,
  type SandboxWalletResponse,
} from "#sdk/index.ts";
import { ADMIN } from "./service.ts";

export const TOKEN_PATH = "/realms/payment-platform/protocol/openid-connect/token";
const SETTLED_WITHIN_MS = 15_000;

export interface Wallet {
  id: string;
  pay(intentId: string): Promise<void>;
  approve(intentId: string): Promise<void>;
  reject(intentId: string): Promise<void>;
}

export interface Shop {
  /** The URL of the service. */
  url: string;
  id: string;
  name: string;
  email: string;
  credentials: ClientCredentials;
  /** Where its owner sets a password. */
  setupUrl: string;
  client: MerchantClient;
  sandbox: Sandbox;
  createIntent(fields?: Partial<CreatePaymentIntent>): Promise<PaymentIntent>;
  /** A customer's wallet, with enough money in it. */
  createWallet(currency?: string): Promise<Wallet>;
  /** Asks a customer who shows a code, and returns the id of the intent that waits for the approval. */
  scan(): Promise<string>;
  token(): Promise<string>;
  /** Calls the API as the merchant. */
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
}

export interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

interface Registered extends ClientCredentials {
  merchant_id: string;
  setup_url: string;
}

export async function openShop(
  url: string,
  name = "Bean & Leaf",
  email = `owner-${crypto.randomUUID()}@example.com`,
): Promise<Shop> {
  const registered = await asAdmin<Registered>(url, "POST", "/merchant/api/v1/register", {
    email,
    business_name: name,
  });
  const { merchant_id, client_id, client_secret } = registered;
  const credentials = { client_id, client_secret };
  const options = {
    baseUrl: url,
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
  };
  const client = createMerchantClient(options);
  const sandbox = createSandboxClient(options);
  const createWallet = async (currency = "EUR") =>
    openWallet(url, await sandbox.createWallet({ currency, balance: 10_000 }), client);
  return {
    url,
    id: merchant_id,
    name,
    email,
    credentials,
    setupUrl: registered.setup_url,
    client,
    sandbox,
    createIntent: (fields) => client.paymentIntents.create({ amount: 12.5, currency: "EUR", ...fields }),
    createWallet,
    scan: async () => {
      const { counter } = await client.counters.create({ name: "Counter 1" });
      const { id: scan_token } = await createWallet();
      const request = { amount: 12.5, currency: "EUR", scan_token, counter_id: counter.id };
      return (await client.scanPayment(request)).id;
    },
    token: () => fetchToken(url, credentials),
    call: async (method, path, body) =>
      await send(url, method, path, await fetchToken(url, credentials), body),
  };
}

/** Calls as the platform's administrator. */
export async function asAdmin<Body>(url: string, method: string, path: string, body?: object): Promise<Body> {
  return await send(url, method, path, await fetchToken(url, ADMIN), body);
}

/** The customer's app. Its calls return when the payment is final. */
function openWallet(url: string, wallet: SandboxWalletResponse, merchant: MerchantClient): Wallet {
  const act = async (intentId: string, action: string) => {
    const token = await fetchToken(url, wallet);
    await send(url, "POST", `/wallet/api/v1/payment-intents/${intentId}/${action}`, token);
    await merchant.paymentIntents.waitUntilSettled(intentId, { timeoutMs: SETTLED_WITHIN_MS });
  };
  return {
    id: wallet.wallet_id,
    pay: (intentId) => act(intentId, "confirm"),
    approve: (intentId) => act(intentId, "approve"),
    reject: (intentId) => act(intentId, "reject"),
  };
}

export async function fetchToken(
  url: string,
  { client_id, client_secret }: ClientCredentials,
): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const response = await fetch(url + TOKEN_PATH, { method: "POST", body });
  return (await readBody<{ access_token: string }>(response)).access_token;
}

export async function send<Body>(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Body> {
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (body === undefined) return await readBody(await fetch(url + path, { method, headers }));
  headers.set("Content-Type", "application/json");
  return await readBody(await fetch(url + path, { method, headers, body: JSON.stringify(body) }));
}

export async function readBody<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}: ${text}`);
  return JSON.parse(text);
}

// The platform administrator and the customer's wallet app, over plain HTTP: neither uses the merchants' client.
import type { PublicPaymentIntent, SandboxWalletResponse } from "../../sdk/index.ts";
import { readDevVars } from "../dev-vars.ts";
import { fetchToken } from "../fetch-token.ts";
import { BASE_URL } from "./story.ts";

export interface RegisteredMerchant {
  merchant_id: string;
  client_id: string;
  client_secret: string;
}

export async function registerMerchant(businessName: string): Promise<RegisteredMerchant> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const admin = await fetchToken(BASE_URL, { client_id, client_secret });
  return await call("POST", "/merchant/api/v1/register", admin, {
    email: `demo-${Date.now()}@example.com`,
    business_name: businessName,
  });
}

interface IntentResponse {
  payment_intent: PublicPaymentIntent;
}
interface WalletResponse {
  wallet: { balances: { currency: string; amount: string }[] };
}
interface ApprovalsResponse {
  approvals: PublicPaymentIntent[];
}
interface ScanTokenResponse {
  scan_token: string;
  expires_at: string;
}
interface BusEventsResponse {
  events: { type: string; subject: string }[];
}

export type Customer = Awaited<ReturnType<typeof openWalletApp>>;

export async function openWalletApp(wallet: SandboxWalletResponse) {
  const token = await fetchToken(BASE_URL, wallet);
  const intents = "/wallet/api/v1/payment-intents";
  return {
    confirm: (intentId: string) => call<IntentResponse>("POST", `${intents}/${intentId}/confirm`, token),
    approve: (intentId: string) => call<IntentResponse>("POST", `${intents}/${intentId}/approve`, token),
    createScanToken: () => call<ScanTokenResponse>("POST", "/wallet/api/v1/scan-token", token),
    readApprovals: () => call<ApprovalsResponse>("GET", "/wallet/api/v1/approvals", token),
    readBusEvents: () => call<BusEventsResponse>("GET", "/sandbox/v1/wallet-events", token),
    readWallet: () => call<WalletResponse>("GET", "/wallet/api/v1/wallet", token),
  };
}

async function call<Body>(method: string, path: string, token: string, body?: object): Promise<Body> {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const json = (await response.json()) as Body & { error?: string };
  if (!response.ok)
    throw new Error(`${method} ${BASE_URL + path} failed with ${response.status}: ${json.error}`);
  return json;
}

// Whoever is around the shop in the demo: an endpoint for its webhooks, the platform administrator and the customer's wallet app,
// which use plain HTTP and not the merchants' client; and how the demo waits and prints.

import { Webhook } from "standardwebhooks";
import type { Wire } from "../../core/wire/shared/wire-types.ts";
import type { EventType, SandboxWalletResponse, StoredEvent } from "../../sdk/index.ts";
import { readDevVars } from "../dev-vars.ts";
import { fetchToken } from "../fetch-token.ts";
import { runningServiceUrl } from "../running-service.ts";
import { serve } from "../serve.ts";

export const BASE_URL = runningServiceUrl();

/** Polls until `poll` returns a value. Throws after 30 seconds; `what` says what never happened. */
export async function waitUntil<T>(what: string, poll: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const value = await poll();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`timed out after 30 s: ${what}`);
}

export function printStep(title: string, ...lines: string[]): void {
  console.log(`\n\x1b[1m${title}\x1b[0m`);
  for (const line of lines) console.log(`  ${line}`);
}

export interface WebhookReceiver {
  url: string;
  /** Sets the secret to verify with. Until then every webhook is rejected. */
  useSecret(secret: string): void;
  waitFor(type: EventType, intentId: string): Promise<StoredEvent>;
  close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let verifier: Webhook | null = null;
  const received: StoredEvent[] = [];
  const { url, close } = await serve(async (request) => {
    if (verifier === null) return new Response(null, { status: 401 });
    try {
      const headers = Object.fromEntries(request.headers);
      const event = verifier.verify(await request.text(), headers) as StoredEvent;
      received.push({ ...event, id: headers["webhook-id"] ?? "" });
      return new Response(null, { status: 204 });
    } catch {
      return new Response(null, { status: 401 });
    }
  });
  return {
    url: `${url}/webhooks`,
    useSecret: (secret) => {
      verifier = new Webhook(secret);
    },
    waitFor: (type, intentId) =>
      waitUntil(`waiting for the ${type} webhook`, async () => {
        const isExpected = (event: StoredEvent) =>
          event.type === type && event.data.payment_intent.id === intentId;
        return received.find(isExpected) ?? null;
      }),
    close,
  };
}

export async function registerMerchant(businessName: string): Promise<Wire<"MerchantRegisteredResponse">> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const admin = await fetchToken(BASE_URL, { client_id, client_secret });
  return await call("POST", "/merchant/api/v1/register", admin, {
    email: `demo-${Date.now()}@example.com`,
    business_name: businessName,
  });
}

export type Customer = Awaited<ReturnType<typeof openWalletApp>>;

export async function openWalletApp(wallet: SandboxWalletResponse) {
  const token = await fetchToken(BASE_URL, wallet);
  const intents = "/wallet/api/v1/payment-intents";
  return {
    confirm: (intentId: string) =>
      call<Wire<"WalletPaymentIntentResponse">>("POST", `${intents}/${intentId}/confirm`, token),
    approve: (intentId: string) =>
      call<Wire<"WalletPaymentIntentResponse">>("POST", `${intents}/${intentId}/approve`, token),
    createScanToken: () => call<Wire<"ScanTokenResponse">>("POST", "/wallet/api/v1/scan-token", token),
    readApprovals: () => call<Wire<"ApprovalsResponse">>("GET", "/wallet/api/v1/approvals", token),
    readBusEvents: () => call<Wire<"WalletEventsResponse">>("GET", "/sandbox/v1/wallet-events", token),
    readWallet: () => call<Wire<"WalletResponse">>("GET", "/wallet/api/v1/wallet", token),
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

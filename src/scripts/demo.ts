// `npm run demo`: plays both payment flows against the service that `npm start` runs, or the one at the port in PORT.
import { encodeQR } from "qr";
import type { Wire } from "../core/wire/shared/wire-types.ts";
import {
  createMerchantClient,
  createSandboxClient,
  type MerchantClient,
  PaymentsConnectionError,
  type Sandbox,
  verifyWebhook,
} from "../sdk/index.ts";
import { readDevVars } from "./dev-vars.ts";
import { type ClientCredentials, fetchToken } from "./fetch-token.ts";
import { offerHelp } from "./run.ts";
import { runningServiceUrl } from "./running-service.ts";

const BASE_URL = runningServiceUrl();
const PATIENCE = { timeoutMs: 30_000 };

/** Calls the API in plain HTTP, as those do who are no shop: the administrator and the customer's wallet app. */
type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

interface Shop {
  client: MerchantClient;
  sandbox: Sandbox;
  /** Where the sandbox keeps the webhooks of this shop. */
  inboxUrl: string;
}

async function play(): Promise<void> {
  const { AUTH_URL, ADMIN_CLIENT_ID = "", ADMIN_CLIENT_SECRET = "" } = readDevVars();
  if (AUTH_URL)
    throw new Error("its customer is one of the embedded identity provider's, and .dev.vars has an AUTH_URL");
  const shop = await openShop({ client_id: ADMIN_CLIENT_ID, client_secret: ADMIN_CLIENT_SECRET });
  const wallet = await shop.sandbox.createWallet({ currency: "USD", balance: 100 });
  const asCustomer = await callerAs(wallet);
  await playStandardFlow(shop, asCustomer);
  await playReverseFlow(shop, asCustomer);
  console.log("\nDone. Both payment flows, the refund and the webhooks work.\n");
}

async function openShop(administrator: ClientCredentials): Promise<Shop> {
  const asAdmin = await callerAs(administrator);
  const registration = { email: `demo-${Date.now()}@example.com`, business_name: "Bean & Leaf" };
  const merchant = await asAdmin<Wire<"MerchantRegisteredResponse">>(
    "POST",
    "/merchant/api/v1/register",
    registration,
  );
  print("1. The platform administrator registers a merchant", merchant.merchant_id);
  const { client_id: clientId, client_secret: clientSecret } = merchant;
  const options = { baseUrl: BASE_URL, clientId, clientSecret };
  const asMerchant = await callerAs(merchant);
  const { url } = await asMerchant<Wire<"SandboxInboxResponse">>("GET", "/sandbox/v1/inbox");
  return { client: createMerchantClient(options), sandbox: createSandboxClient(options), inboxUrl: url };
}

/** The shop shows a QR code, the customer scans it and pays, and the shop refunds. */
async function playStandardFlow(shop: Shop, asCustomer: Call): Promise<void> {
  const { client, inboxUrl } = shop;
  await client.webhook.update({ url: inboxUrl });
  const { webhook_secret: secret } = await client.webhook.rotateSecret();
  print("2. The merchant sets its webhook URL and gets the secret that signs", inboxUrl);
  const coffee = { amount: 12.5, currency: "USD", description: "Two flat whites" };
  const intent = await client.paymentIntents.create({ ...coffee, reference: "order-1001" });
  print("3. The shop creates a payment intent and shows its QR code", `${intent.id} is ${intent.status}`);
  console.log(`\n${encodeQR(intent.qr_data ?? "", "ascii", { ecc: "low" })}`);

  const shown = await client.public.getPaymentIntent(intent.id);
  await asCustomer("POST", `/wallet/api/v1/payment-intents/${intent.id}/confirm`);
  await client.paymentIntents.waitUntilSettled(intent.id, PATIENCE);
  const { wallet } = await asCustomer<Wire<"WalletResponse">>("GET", "/wallet/api/v1/wallet");
  print(
    "4. A customer scans it, sees the amount and the merchant, and pays",
    `${shown.amount_decimal} ${shown.currency} to ${shown.merchant_name}; ${wallet.balances[0]?.amount} USD are left`,
  );
  const received = await receivePaid(shop, secret, intent.id);
  print("5. The shop receives a webhook and verifies its signature", received);

  await client.paymentIntents.refund(intent.id);
  await client.paymentIntents.waitUntilRefunded(intent.id, PATIENCE);
  const { items } = await client.listTransactions();
  const lines = items.map(({ transaction_type, amount }) => `${transaction_type} ${amount} USD`).sort();
  if (items.length !== 2) throw new Error(`unexpected ledger history: ${lines}`);
  print("6. The shop refunds, and the transaction history has both", ...lines);
}

/** A counter scans the customer's QR code, and the customer approves in the wallet app. */
async function playReverseFlow(shop: Shop, asCustomer: Call): Promise<void> {
  const { client, inboxUrl } = shop;
  const { counter, webhook_secret: secret } = await client.counters.create({
    name: "Till 1",
    webhook_url: inboxUrl,
  });
  print("7. The shop creates a counter with a webhook URL and a secret of its own", counter.id);
  const { scan_token } = await asCustomer<Wire<"ScanTokenResponse">>("POST", "/wallet/api/v1/scan-token");
  const espresso = { amount: 4.2, description: "Espresso" };
  const { id, status } = await client.scanPayment({ scan_token, counter_id: counter.id, ...espresso });
  print("8. The counter scans the customer's QR code, a token of one minute", `${id} is ${status}`);
  const isAsked = await waitUntil("waiting for the approval request", async () => {
    const { events } = await asCustomer<Wire<"WalletEventsResponse">>("GET", "/sandbox/v1/wallet-events");
    return events.find((event) => event.type === "payment.approval_requested" && event.subject === id);
  });
  await asCustomer("POST", `/wallet/api/v1/payment-intents/${id}/approve`);
  print(
    "9. The wallet app receives the request over the message bus, and the customer approves",
    isAsked.type,
  );
  const received = await receivePaid(shop, secret, id);
  print("10. The counter receives a webhook, signed with its own secret", received);
}

/** Returns what it is, once it has come and its signature is right. */
async function receivePaid({ sandbox }: Shop, secret: string, intentId: string): Promise<string> {
  return await waitUntil("waiting for the webhook", async () => {
    for (const { body, headers } of await sandbox.inbox()) {
      const event = await verifyWebhook(body, headers, secret).catch(() => null);
      if (event?.type === "payment.completed" && event.data.payment_intent.id === intentId)
        return `${event.type} ${event.id}`;
    }
    return undefined;
  });
}

/** Polls until `poll` returns a value. `what` says what never happened. */
async function waitUntil<T>(what: string, poll: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE.timeoutMs;
  while (Date.now() < deadline) {
    const value = await poll();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`timed out after 30 s: ${what}`);
}

async function callerAs(credentials: ClientCredentials): Promise<Call> {
  const headers = {
    Authorization: `Bearer ${await fetchToken(BASE_URL, credentials)}`,
    "Content-Type": "application/json",
  };
  return async <Body>(method: string, path: string, body?: object) => {
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const response = await fetch(BASE_URL + path, init);
    const json = (await response.json()) as Body & { error?: string };
    if (response.ok) return json;
    throw new Error(`${method} ${BASE_URL + path} failed with ${response.status}: ${json.error}`);
  };
}

function print(step: string, ...lines: string[]): void {
  console.log(["", step, ...lines.map((line) => `  ${line}`)].join("\n"));
}

offerHelp();
await play().catch((error: Error) => {
  const isDown = error.message === "fetch failed" || error instanceof PaymentsConnectionError;
  console.error(
    isDown
      ? `No service responds at ${BASE_URL}: run "npm start" in another terminal first.`
      : `The demo failed: ${error.message}`,
  );
  process.exitCode = 1;
});

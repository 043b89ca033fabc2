// `npm run demo`: the main job over real HTTP against a running service, told as a story.
import { encodeQR } from "qr";
import { readDevVars } from "./dev-vars.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

const BASE_URL = `http://localhost:${process.env.PORT ?? "8787"}`;
const API = "/merchant/api/v1";
const WEBHOOK_TIMEOUT_MS = 15_000;
const REFUND_TIMEOUT_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: the demo shows answers as they come
type Json = any;

async function call(method: string, path: string, token: string | null, body?: object): Promise<Json> {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.error}`);
  return answer;
}

async function takeToken(clientId: string, clientSecret: string): Promise<string> {
  const response = await fetch(`${BASE_URL}/realms/payment-platform/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`token endpoint answered ${response.status}: ${answer.error}`);
  return answer.access_token;
}

function tell(step: string, ...lines: string[]): void {
  console.log(`\n\x1b[1m${step}\x1b[0m`);
  for (const line of lines) console.log(`  ${line}`);
}

async function register(): Promise<{ merchantId: string; token: string }> {
  const secrets = readDevVars();
  const admin = await takeToken(secrets.ADMIN_CLIENT_ID ?? "", secrets.ADMIN_CLIENT_SECRET ?? "");
  const email = `demo-${Date.now()}@example.com`;
  const merchant = await call("POST", `${API}/register`, admin, { email, business_name: "Bean & Leaf" });
  tell("1. The platform administrator registers a merchant", `merchant_id  ${merchant.merchant_id}`);
  const token = await takeToken(merchant.client_id, merchant.client_secret);
  tell(
    "2. The merchant takes an access token",
    `client_id    ${merchant.client_id}`,
    "good for     300 seconds",
  );
  return { merchantId: merchant.merchant_id, token };
}

async function createIntent(token: string): Promise<Json> {
  const { payment_intent: intent } = await call("POST", `${API}/payment-intents`, token, {
    amount: 12.5,
    currency: "USD",
    description: "Two flat whites",
    reference: "order-1001",
    metadata: { table: 7 },
  });
  tell(
    "4. The shop creates a payment intent and shows its QR code",
    `id      ${intent.id}`,
    `status  ${intent.status}`,
  );
  console.log(`\n${encodeQR(intent.qr_data, "ascii", { ecc: "low" })}`);
  return intent;
}

async function pay(token: string, intentId: string): Promise<void> {
  const wallet = await call("POST", "/sandbox/v1/wallets", token, { currency: "USD", balance: 100 });
  const customer = await takeToken(wallet.client_id, wallet.client_secret);
  const shown = await call("GET", `${API}/public/payment-intents/${intentId}`, null);
  const paid = await call("POST", `/wallet/api/v1/payment-intents/${intentId}/confirm`, customer);
  const balance = await call("GET", "/wallet/api/v1/wallet", customer);
  tell(
    "5. A customer scans it, reads the intent from the server and confirms",
    `asked   ${shown.payment_intent.amount_decimal} ${shown.payment_intent.currency} by ${shown.payment_intent.merchant_name}`,
    `status  ${paid.payment_intent.status}`,
    `wallet  100.00 USD, now ${balance.wallet.balances[0].amount}`,
  );
}

async function waitForRefund(token: string, intentId: string): Promise<Json> {
  const deadline = Date.now() + REFUND_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { payment_intent: intent } = await call("GET", `${API}/payment-intents/${intentId}`, token);
    if (intent.refund_status === "completed") return intent;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`the refund did not settle within ${REFUND_TIMEOUT_MS / 1000} s`);
}

async function refund(token: string, intentId: string): Promise<void> {
  const initiated = await call("POST", `${API}/payment-intents/${intentId}/refund`, token);
  tell("7. The shop refunds it", `refund_status  ${initiated.payment_intent.refund_status}`);
  const settled = await waitForRefund(token, intentId);
  tell("8. The ledger settles the refund", `refund_status  ${settled.refund_status}`);
}

async function showHistory(token: string): Promise<void> {
  const history = await call("GET", `${API}/transactions`, token);
  const types = history.transactions.map((line: Json) => line.transaction_type).sort();
  if (types.join() !== "payment,refund") throw new Error(`unexpected ledger history: ${types.join()}`);
  tell(
    "9. The ledger's history has both",
    ...history.transactions.map(
      (line: Json) => `${line.transaction_type.padEnd(8)} ${line.amount} ${line.currency}  ${line.status}`,
    ),
  );
}

async function play(): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const { token } = await register();
    await call("PUT", `${API}/webhook`, token, { url: receiver.url });
    const { webhook_secret: secret } = await call("POST", `${API}/webhook/rotate-secret`, token);
    receiver.useSecret(secret);
    tell("3. The merchant sets its webhook address and takes the signing secret", `url  ${receiver.url}`);
    const intent = await createIntent(token);
    await pay(token, intent.id);
    const event = await receiver.waitFor("payment.completed", WEBHOOK_TIMEOUT_MS);
    tell(
      "6. The shop is told by webhook; its signature is verified with the standardwebhooks package",
      `type        ${event.type}`,
      `webhook-id  ${event.id}`,
      `reference   ${event.data.reference}`,
    );
    await refund(token, intent.id);
    await showHistory(token);
    console.log("\nDone: paid, told, refunded, and in the books.\n");
  } finally {
    receiver.close();
  }
}

await play().catch((error: Error) => {
  const isDown = error.message === "fetch failed";
  console.error(
    isDown ? `Nothing answers at ${BASE_URL}: run npm start first.` : `The demo failed: ${error.message}`,
  );
  process.exitCode = 1;
});

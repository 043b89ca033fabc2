// The standard flow: the shop shows a QR code, the customer scans and pays, the shop refunds.
import { encodeQR } from "qr";
import { API, call, type Json, takeToken, tell, waitUntil } from "./api.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

export interface Customer {
  walletId: string;
  scanToken: string;
  token: string;
}

export async function playStandardFlow(token: string, receiver: WebhookReceiver): Promise<Customer> {
  const intent = await createIntent(token);
  const customer = await pay(token, intent.id);
  const event = await receiver.waitFor("payment.completed", intent.id);
  tell(
    "6. The shop is told by webhook; its signature is verified with the standardwebhooks package",
    `type        ${event.type}`,
    `webhook-id  ${event.id}`,
    `reference   ${event.data.reference}`,
  );
  await refund(token, intent.id);
  await showHistory(token);
  return customer;
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

async function pay(token: string, intentId: string): Promise<Customer> {
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
  return { walletId: wallet.wallet_id, scanToken: wallet.scan_token, token: customer };
}

async function refund(token: string, intentId: string): Promise<void> {
  const initiated = await call("POST", `${API}/payment-intents/${intentId}/refund`, token);
  tell("7. The shop refunds it", `refund_status  ${initiated.payment_intent.refund_status}`);
  const settled = await waitUntil("the refund settles", async () => {
    const { payment_intent: intent } = await call("GET", `${API}/payment-intents/${intentId}`, token);
    return intent.refund_status === "completed" ? intent : null;
  });
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

import { encodeQR } from "qr";
import type { MerchantClient, PaymentIntent, Sandbox } from "../../sdk/index.ts";
import {
  type Customer,
  openWalletApp,
  printStep,
  startWebhookReceiver,
  type WebhookReceiver,
  waitUntil,
} from "./story.ts";

export interface Shop {
  client: MerchantClient;
  sandbox: Sandbox;
}

/** The shop shows a QR code, the customer scans it and pays, and the shop refunds. */
export async function playStandardFlow(shop: Shop, receiver: WebhookReceiver): Promise<Customer> {
  const { client } = shop;
  const intent = await createIntent(client);
  const customer = await pay(shop, intent.id);
  const event = await receiver.waitFor("payment.completed", intent.id);
  printStep(
    "6. The shop receives a webhook and verifies its signature",
    `type        ${event.type}`,
    `webhook-id  ${event.id}`,
    `reference   ${event.data.reference}`,
  );
  await refund(client, intent.id);
  await showHistory(client);
  return customer;
}

async function createIntent(client: MerchantClient): Promise<PaymentIntent> {
  const intent = await client.paymentIntents.create({
    amount: 12.5,
    currency: "USD",
    description: "Two flat whites",
    reference: "order-1001",
    metadata: { table: 7 },
  });
  printStep(
    "4. The shop creates a payment intent and shows its QR code",
    `id      ${intent.id}`,
    `status  ${intent.status}`,
  );
  console.log(`\n${encodeQR(intent.qr_data ?? "", "ascii", { ecc: "low" })}`);
  return intent;
}

async function pay({ client, sandbox }: Shop, intentId: string): Promise<Customer> {
  const customer = await openWalletApp(await sandbox.createWallet({ currency: "USD", balance: 100 }));
  const shown = await client.public.getPaymentIntent(intentId);
  await customer.confirm(intentId);
  const paid = await client.paymentIntents.waitUntilSettled(intentId, { timeoutMs: 30_000 });
  const { wallet } = await customer.readWallet();
  printStep(
    "5. A customer scans it, sees the amount and the merchant, and confirms",
    `amount  ${shown.amount_decimal} ${shown.currency} to ${shown.merchant_name}`,
    `status  ${paid.status}`,
    `wallet  ${wallet.balances[0]?.amount} USD left of 100.00 USD`,
  );
  return customer;
}

async function refund(client: MerchantClient, intentId: string): Promise<void> {
  const refunding = await client.paymentIntents.refund(intentId);
  printStep("7. The shop refunds the payment", `refund_status  ${refunding.refund_status}`);
  const settled = await client.paymentIntents.waitUntilRefunded(intentId, { timeoutMs: 30_000 });
  printStep("8. The ledger settles the refund", `refund_status  ${settled.refund_status}`);
}

async function showHistory(client: MerchantClient): Promise<void> {
  const { items: transactions } = await client.listTransactions();
  const types = transactions.map((line) => line.transaction_type).sort();
  if (types.join() !== "payment,refund") throw new Error(`unexpected ledger history: ${types.join()}`);
  printStep(
    "9. The transaction history lists the payment and the refund",
    ...transactions.map(
      (line) => `${line.transaction_type.padEnd(8)} ${line.amount} ${line.currency}  ${line.status}`,
    ),
  );
}

/** A counter scans the customer's QR code, and the customer approves in the wallet app. */
export async function playReverseFlow(client: MerchantClient, customer: Customer): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const created = await client.counters.create({
      name: "Till 1",
      location: "Ground floor",
      webhook_url: receiver.url,
    });
    receiver.useSecret(created.webhook_secret);
    printStep("10. The shop creates a counter with its own webhook URL", `counter_id  ${created.counter.id}`);
    const intentId = await scan(client, created.counter.id, customer);
    await approve(intentId, customer);
    const event = await receiver.waitFor("payment.completed", intentId);
    printStep("13. The counter receives a webhook, signed with its own secret", `webhook-id  ${event.id}`);
  } finally {
    receiver.close();
  }
}

async function scan(client: MerchantClient, counterId: string, customer: Customer): Promise<string> {
  const shown = await customer.createScanToken();
  const intent = await client.scanPayment({
    scan_token: shown.scan_token,
    counter_id: counterId,
    amount: 4.2,
    description: "Espresso",
  });
  printStep(
    "11. The counter scans the customer's QR code, a token of one minute",
    `until   ${shown.expires_at}`,
    `id      ${intent.id}`,
    `status  ${intent.status}`,
  );
  return intent.id;
}

async function approve(intentId: string, customer: Customer): Promise<void> {
  await waitUntil("waiting for the approval request", async () => {
    const { events } = await customer.readBusEvents();
    const request = events.find(
      ({ type, subject }) => type === "payment.approval_requested" && subject === intentId,
    );
    return request ?? null;
  });
  const { approvals } = await customer.readApprovals();
  const approval = approvals.find((intent) => intent.id === intentId);
  const { payment_intent: paid } = await customer.approve(intentId);
  printStep(
    "12. The wallet app receives the request over the message bus, and the customer approves",
    `amount  ${approval?.amount_decimal} ${approval?.currency} to ${approval?.merchant_name}`,
    `status  ${paid.status}`,
  );
}

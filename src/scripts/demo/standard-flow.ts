// The standard flow: the shop shows a QR code, the customer scans it and pays, and the shop refunds.
import { encodeQR } from "qr";
import type { MerchantClient, PaymentIntent, Sandbox } from "../../sdk/index.ts";
import { type Customer, openWalletApp, printStep, type WebhookReceiver } from "./story.ts";

export interface Shop {
  client: MerchantClient;
  sandbox: Sandbox;
}

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

// The reverse flow: a counter scans the customer's QR code, and the customer approves in the wallet app.
import type { MerchantClient } from "../../sdk/index.ts";
import { type Customer, printStep, startWebhookReceiver, waitUntil } from "./story.ts";

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

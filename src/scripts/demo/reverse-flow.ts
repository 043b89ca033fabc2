// The reverse flow: a counter scans the customer's code, and the customer approves in the app.
import type { MerchantClient } from "../../sdk/index.ts";
import type { Customer } from "./api.ts";
import { tell, waitUntil } from "./story.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

export async function playReverseFlow(client: MerchantClient, customer: Customer): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const created = await client.counters.create({
      name: "Till 1",
      location: "Ground floor",
      webhook_url: receiver.url,
    });
    receiver.useSecret(created.webhook_secret);
    tell("10. The shop sets up a counter with a webhook of its own", `counter_id  ${created.counter.id}`);
    const intentId = await scan(client, created.counter.id, customer);
    await approve(intentId, customer);
    const event = await receiver.waitFor("payment.completed", intentId);
    tell("13. The counter is told, signed with the counter's own secret", `webhook-id  ${event.id}`);
  } finally {
    receiver.close();
  }
}

async function scan(client: MerchantClient, counterId: string, customer: Customer): Promise<string> {
  const { payment_intent: intent } = await client.scanPayment({
    scan_token: customer.scanToken,
    counter_id: counterId,
    amount: 4.2,
    description: "Espresso",
  });
  tell("11. It scans the customer's code", `id      ${intent.id}`, `status  ${intent.status}`);
  return intent.id;
}

async function approve(intentId: string, customer: Customer): Promise<void> {
  await waitUntil("the customer is asked", async () => {
    const { events } = await customer.readBusEvents();
    const asked = events.find(
      (event) => event.type === "payment.approval_requested" && event.subject === intentId,
    );
    return asked ?? null;
  });
  const { approvals } = await customer.readApprovals();
  const asked = approvals.find((intent) => intent.id === intentId);
  const { payment_intent: paid } = await customer.approve(intentId);
  tell(
    "12. The customer's app is asked over the message bus, and the customer approves",
    `asked   ${asked?.amount_decimal} ${asked?.currency} by ${asked?.merchant_name}`,
    `status  ${paid.status}`,
  );
}

// The reverse flow: a counter scans the customer's code, and the customer approves in the app.
import { API, call, tell, waitUntil } from "./api.ts";
import type { Customer } from "./standard-flow.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

export async function playReverseFlow(token: string, customer: Customer): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const created = await call("POST", `${API}/counters`, token, {
      name: "Till 1",
      location: "Ground floor",
      webhook_url: receiver.url,
    });
    receiver.useSecret(created.webhook_secret);
    tell("10. The shop sets up a counter with a webhook of its own", `counter_id  ${created.counter.id}`);
    const intentId = await scan(token, created.counter.id, customer);
    await approve(intentId, customer);
    const event = await receiver.waitFor("payment.completed", intentId);
    tell("13. The counter is told, signed with the counter's own secret", `webhook-id  ${event.id}`);
  } finally {
    receiver.close();
  }
}

async function scan(token: string, counterId: string, customer: Customer): Promise<string> {
  const { payment_intent: intent } = await call("POST", `${API}/scan-payment`, token, {
    scan_token: customer.scanToken,
    counter_id: counterId,
    amount: 4.2,
    description: "Espresso",
  });
  tell("11. It scans the customer's code", `id      ${intent.id}`, `status  ${intent.status}`);
  return intent.id;
}

async function approve(intentId: string, customer: Customer): Promise<void> {
  const isAsked = (event: { type: string; subject: string }) =>
    event.type === "payment.approval_requested" && event.subject === intentId;
  await waitUntil("the customer is asked", async () => {
    const { events } = await call("GET", "/sandbox/v1/wallet-events", customer.token);
    return events.find(isAsked) ?? null;
  });
  const { approvals } = await call("GET", "/wallet/api/v1/approvals", customer.token);
  const paid = await call("POST", `/wallet/api/v1/payment-intents/${intentId}/approve`, customer.token);
  tell(
    "12. The customer's app is asked over the message bus, and the customer approves",
    `asked   ${approvals[0].amount_decimal} ${approvals[0].currency} by ${approvals[0].merchant_name}`,
    `status  ${paid.payment_intent.status}`,
  );
}

// What the sandbox's stage does in the name of whoever has signed in, where the service is not on one's own machine.

import { describe, expect, it } from "vitest";
import { verifyWebhook } from "../../../src/sdk/index.ts";
import { fetchToken } from "../../support/api.ts";
import { useMutedLog } from "../../support/faults.ts";
import { confirm } from "../../support/intents.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { consume, takeMessages, useQueues } from "../../support/queues.ts";
import { rowsOf } from "../../support/rows.ts";
import { callAs, makeUser } from "../../support/sessions.ts";
import { INBOX, INBOX_URL } from "../../support/stage.ts";

const OWN_WEBHOOK = { url: "https://shop.example.net/webhooks", events: ["payment.completed"] };

const queues = useQueues();
useMutedLog();

function readWebhook(merchantId: string) {
  return rowsOf(merchantId).first(
    "SELECT webhook_url, webhook_events, webhook_secret FROM merchants WHERE id = ?",
    merchantId,
  );
}

describe("the stage of whoever has signed in", () => {
  it("sells at a counter whose webhooks go to the inbox, and leaves the shop's own webhook alone", async () => {
    const { secret, merchant } = await makeUser();
    const as = (method: string, path: string, json?: object) =>
      callAs(secret, method, path, json === undefined ? {} : { json });
    expect((await as("PUT", `${MERCHANT_API}/webhook`, OWN_WEBHOOK)).status).toBe(200);
    expect((await as("POST", `${MERCHANT_API}/webhook/rotate-secret`)).status).toBe(200);
    const before = await readWebhook(merchant.id);

    expect((await as("GET", INBOX)).body.url).toBe(INBOX_URL);
    const fields = { name: "Sandbox", webhook_url: INBOX_URL, webhook_events: ["payment.completed"] };
    const { status, body: opened } = await as("POST", `${MERCHANT_API}/counters`, fields);
    expect(status).toBe(201);
    const sale = { amount: 5, counter_id: opened.counter.id };
    const { id } = (await as("POST", INTENTS, sale)).body.payment_intent;
    const { body: wallet } = await as("POST", "/sandbox/v1/wallets", { currency: "USD", balance: 100 });
    const token = await fetchToken(wallet.client_id, wallet.client_secret);
    expect((await confirm({ id: wallet.wallet_id, token }, id)).status).toBe(200);
    await consume("webhooks", takeMessages(queues.webhooks, merchant.id));

    const { messages } = (await as("GET", INBOX)).body;
    expect(messages).toHaveLength(1);
    const [{ headers, body, received_at }] = messages;
    const event = await verifyWebhook(body, headers, opened.webhook_secret, { now: Date.parse(received_at) });
    expect(event.type).toBe("payment.completed");
    expect(await readWebhook(merchant.id)).toEqual(before);
  });
});

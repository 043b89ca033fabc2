// The merchants' client against the service itself.
import { exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import {
  createMerchantClient,
  createPublicClient,
  createSandboxClient,
  type Fetch,
  PaymentsEndedError,
  verifyWebhook,
} from "#sdk/index.ts";
import { adminToken, BASE_URL, call } from "../../support/api.ts";
import { makeWallet } from "../../support/parties.ts";
import { startReceiver } from "../../support/receiver.ts";

const fetchService: Fetch = (url, init) => exports.default.fetch(url, init);

async function registerShop() {
  const { body } = await call("POST", "/merchant/api/v1/register", {
    token: await adminToken(),
    json: { email: `${crypto.randomUUID()}@shop.test`, business_name: "Bean & Leaf" },
  });
  const options = {
    baseUrl: BASE_URL,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    fetch: fetchService,
  };
  return {
    id: body.merchant_id,
    options,
    client: createMerchantClient(options),
    sandbox: createSandboxClient(options),
  };
}

/** Loses the responses to the next matching requests, after the service has processed them. */
function loseResponses(responses: number, isIt: (url: string, init: RequestInit) => boolean): Fetch {
  let left = responses;
  return async (url, init) => {
    const response = await fetchService(url, init);
    if (left === 0 || !isIt(url, init)) return response;
    left--;
    await response.body?.cancel();
    throw new TypeError("the response was lost");
  };
}

describe("a shop using the client", () => {
  it("takes a payment, waits for it and refunds it", async () => {
    const { id: merchantId, client, sandbox } = await registerShop();
    const { id, qr_data: qr } = await client.paymentIntents.create({ amount: 12.5, metadata: { table: 7 } });
    expect(JSON.parse(qr ?? "")).toMatchObject({ payment_intent_id: id, merchant_id: merchantId });
    await sandbox.simulate(id, "pay");
    const settled = await client.paymentIntents.waitUntilSettled(id, { timeoutMs: 10_000 });
    expect(settled).toMatchObject({ status: "completed", metadata: { table: 7 } });
    expect(await client.paymentIntents.refund(id)).toMatchObject({ id, refund_status: "pending" });
    const transactions = await client.listTransactions({ limit: 1 });
    expect(transactions).toMatchObject({ items: [{}], next: { limit: 1, page: 2 }, total: 2 });
  });

  it("notices a cancel while it waits, and downloads nothing before", async () => {
    const { client, options } = await registerShop();
    const { id } = await client.paymentIntents.create({ amount: 1 });
    const statuses: number[] = [];
    const fetch: Fetch = async (url, init) => {
      const response = await fetchService(url, init);
      statuses.push(response.status);
      return response;
    };
    const sleep = async () => {
      if (statuses.length === 3) await client.paymentIntents.cancel(id);
    };
    const intent = await createPublicClient({ ...options, fetch, sleep }).waitUntilSettled(id);
    expect(intent.status).toBe("cancelled");
    expect(statuses).toEqual([200, 304, 304, 200]);
  });

  it("creates and refunds once, even when responses are lost", async () => {
    const { client, options, sandbox } = await registerShop();
    const isCreate = (url: string, init: RequestInit) =>
      init.method === "POST" && url.endsWith("/payment-intents");
    const sleep = async () => undefined;
    const unlucky = createMerchantClient({ ...options, sleep, fetch: loseResponses(2, isCreate) });
    const { id } = await unlucky.paymentIntents.create({ amount: 3 });
    expect((await client.paymentIntents.list()).items.map((intent) => intent.id)).toEqual([id]);
    await sandbox.simulate(id, "pay");
    const isRefund = (url: string) => url.endsWith("/refund");
    const unluckier = createMerchantClient({ ...options, sleep, fetch: loseResponses(2, isRefund) });
    expect((await unluckier.paymentIntents.refund(id)).refund_status).toBe("pending");
    expect((await client.listTransactions()).total).toBe(2);
  });

  it("verifies the webhooks it receives", async () => {
    const { client, sandbox } = await registerShop();
    const receiver = startReceiver();
    const webhook = await client.webhook.update({ url: "https://shop.test/webhooks" });
    expect(webhook).toMatchObject({
      url: "https://shop.test/webhooks",
      events: ["payment.completed"],
      health: { status: "healthy", consecutive_failures: 0 },
    });
    const { webhook_secret: secret } = await client.webhook.rotateSecret();
    const { id } = await client.paymentIntents.create({ amount: 2, reference: "order-1" });
    await sandbox.simulate(id, "pay");
    const request = await vi.waitUntil(() => receiver.requests[0], { timeout: 60_000 });
    const event = await verifyWebhook(request.body, request.headers, secret);
    expect(event).toMatchObject({ type: "payment.completed", data: { reference: "order-1", sequence: 1 } });
    expect(event.data).toMatchObject({ payment_intent: { id } });
    expect(event.id).toBe(request.headers["webhook-id"]);
  });

  it("begins another attempt for an order whose payment has ended, only when it is asked to", async () => {
    const { client, sandbox } = await registerShop();
    const pay = (whenEnded?: "new") =>
      client.paymentIntents.create({ amount: 5 }, { idempotencyKey: "order-7", whenEnded });
    const first = await pay();
    await sandbox.simulate(first.id, "expire");

    const thrown = await pay().catch((error) => error);
    expect(thrown).toBeInstanceOf(PaymentsEndedError);
    expect(thrown).toMatchObject({ paymentIntent: { id: first.id, status: "expired" } });
    const attempts = await Promise.all(Array.from({ length: 10 }, () => pay("new")));
    const [second] = attempts;
    expect(new Set(attempts.map(({ id }) => id))).toEqual(new Set([second?.id]));
    expect(second).toMatchObject({ status: "pending" });
    expect(second?.id).not.toBe(first.id);

    await sandbox.simulate(second?.id ?? "", "pay");
    expect(await pay("new")).toMatchObject({ id: second?.id, status: "completed" });
  });

  it("begins its keys with another prefix after its secret has leaked", async () => {
    const { client, options } = await registerShop();
    const order = { idempotencyKey: "order-1" };
    await client.paymentIntents.create({ amount: 1 }, order);
    await expect(client.paymentIntents.create({ amount: 2 }, order)).rejects.toMatchObject({ status: 422 });
    const renewed = createMerchantClient({ ...options, idempotencyKeyPrefix: "since-leak-" });
    const intent = await renewed.paymentIntents.create({ amount: 2 }, order);
    expect(await renewed.paymentIntents.create({ amount: 2 }, order)).toEqual(intent);
  });

  it("manages its counters", async () => {
    const { client, options } = await registerShop();
    const created = await client.counters.create({ name: "Till 1", location: "Front" });
    const counterId = created.counter.id;
    const till = createMerchantClient({
      ...options,
      clientId: created.client_id,
      clientSecret: created.client_secret,
    });
    expect((await till.paymentIntents.create({ amount: 1 })).counter_id).toBe(counterId);
    const wallet = await makeWallet();
    const body = { scan_token: wallet.id, counter_id: counterId, amount: 4.2 };
    expect((await client.scanPayment(body)).status).toBe("pending_approval");
    expect((await client.counters.update(counterId, { name: "Till 2" })).name).toBe("Till 2");
    expect((await client.counters.rotateSecret(counterId)).webhook_secret).not.toBe(created.webhook_secret);
    expect((await client.counters.get(counterId)).location).toBe("Front");
    await client.counters.deactivate(counterId);
    expect(await client.counters.list()).toMatchObject({
      items: [{ status: "inactive" }],
      next: null,
      total: 1,
    });
    await expect(till.paymentIntents.create({ amount: 1 })).rejects.toMatchObject({ status: 403 });
  });
});

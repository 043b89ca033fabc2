// The bundle of the release before, on the tables of this one: so it is while a deployment goes on and after a rollback.
// Runs on workerd.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, it, vi } from "vitest";
import { serve } from "../../src/scripts/serve.ts";
import { makeSecrets } from "../bench/scene.ts";
import { migrate, startServer } from "../bench/workerd.ts";
import { call, clientForm, takeToken } from "../keycloak/requests.ts";

const API = "/merchant/api/v1";
const directory = mkdtempSync(join(tmpdir(), "payments-previous-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function previousBundle(): string {
  const file = join(directory, "worker.js");
  writeFileSync(file, gunzipSync(readFileSync("test/fixtures/previous-release/worker.js.gz")));
  return file;
}

async function startReceiver() {
  const requests: { headers: Record<string, string>; body: string }[] = [];
  const { url, close } = await serve(async (request) => {
    requests.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response("ok");
  });
  /** The events that have arrived, each with a valid signature. */
  const eventsUnder = (secret: string) =>
    requests.map(({ headers, body }) => new Webhook(secret).verify(body, headers) as { type: string });
  return { url, close, eventsUnder };
}

it("the previous release takes a payment, tells the shop, refunds it and lists it", async () => {
  const state = join(directory, "state");
  mkdirSync(state);
  await migrate(state);
  const secrets = makeSecrets();
  const server = await startServer(previousBundle(), state, secrets);
  const receiver = await startReceiver();
  try {
    const at = { serviceUrl: server.url, authUrl: server.url, send: fetch };
    const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = secrets;
    const admin = await takeToken(at, clientForm({ client_id, client_secret }));
    const owner = { email: "owner@example.com", business_name: "Bean & Leaf" };
    const shop = await takeToken(
      at,
      clientForm(await call(at, 201, "POST", `${API}/register`, admin, owner)),
    );
    const events = ["payment.completed", "refund.completed"];
    await call(at, 200, "PUT", `${API}/webhook`, shop, { url: receiver.url, events });
    const { webhook_secret } = await call(at, 200, "POST", `${API}/webhook/rotate-secret`, shop);
    const wallet = await call(at, 201, "POST", "/sandbox/v1/wallets", shop, {
      currency: "USD",
      balance: 100,
    });
    const customer = await takeToken(at, clientForm(wallet));

    const order = { amount: 12.5, currency: "USD" };
    const { payment_intent } = await call(at, 201, "POST", `${API}/payment-intents`, shop, order);
    const { id } = payment_intent;
    await call(at, 200, "POST", `/wallet/api/v1/payment-intents/${id}/confirm`, customer);
    await call(at, 200, "POST", `${API}/payment-intents/${id}/refund`, shop);

    await vi.waitUntil(() => receiver.eventsUnder(webhook_secret).length === 2, {
      timeout: 60_000,
      interval: 200,
    });
    expect(receiver.eventsUnder(webhook_secret).map(({ type }) => type)).toEqual(events);
    const list = await call(at, 200, "GET", `${API}/payment-intents`, shop);
    expect(list.payment_intents).toMatchObject([{ id, status: "completed", refund_status: "completed" }]);
  } finally {
    receiver.close();
    await server.stop();
  }
});

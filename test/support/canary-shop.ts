// A shop and its customers whose credentials, passwords and metadata are planted secrets.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { adminToken, BASE_URL } from "./api.ts";
import { callAndPlant, callAndRecord, plant, plantToken, responses } from "./canary-trap.ts";
import { COUNTERS } from "./counters.ts";
import { MERCHANT_API, SANDBOX_API } from "./factories.ts";
import { TOKEN_PATH } from "./identity-provider.ts";
import { keyOf, passwordForm } from "./identity-provider-users.ts";

export const METADATA = "canary-metadata-7f3a";
export const CALLBACK_TOKEN = "canary-callback-51c9";
const PASSWORD = "canary password of a user";
export const WRONG_SECRET = "canary-wrong-secret-90ab";

export async function makeShop() {
  const admin = plant("admin token", await adminToken());
  const registration = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" };
  const {
    merchant_id: id,
    client_id: clientId,
    setup_url: setupUrl,
  } = await callAndPlant("POST", `${MERCHANT_API}/register`, admin, registration);
  plant("setup link's key", keyOf(setupUrl));
  const rotated = await callAndPlant("POST", `${MERCHANT_API}/merchants/${id}/rotate-credentials`, admin);
  const token = await plantToken(clientId, rotated.client_secret);
  await usePassword(registration.email, setupUrl);
  await callAndRecord("PUT", `${MERCHANT_API}/webhook`, token, {
    url: "https://shop.test/hook",
    events: ["payment.completed"],
  });
  await callAndPlant("POST", `${MERCHANT_API}/webhook/rotate-secret`, token);
  await callAndPlant("POST", `${MERCHANT_API}/webhook/rotate-secret`, token, { grace_period_seconds: 600 });
  const made = await callAndPlant("POST", COUNTERS, token, {
    name: "Till",
    webhook_url: "https://till.test/hook",
  });
  const { id: counterId } = made.counter;
  await callAndPlant("POST", `${COUNTERS}/${counterId}/rotate-secret`, token, { grace_period_seconds: 600 });
  const counterToken = await plantToken(made.client_id, made.client_secret);
  return { id, admin, clientId, token, counterId, counterToken };
}

export type Shop = Awaited<ReturnType<typeof makeShop>>;

async function usePassword(email: string, setupUrl: string): Promise<void> {
  plant("password", PASSWORD);
  const form = passwordForm(setupUrl, PASSWORD);
  const set = await exports.default.fetch(setupUrl, { method: "POST", body: form });
  expect(set.status).toBe(200);
  responses.push({ request: "setup page", text: await set.text(), isMerchants: false });
  for (const [password, status] of [
    [PASSWORD, 200],
    [plant("wrong password", `${PASSWORD} but wrong`), 400],
  ] as const) {
    const grant = { grant_type: "password", client_id: "merchant-dashboard", username: email, password };
    const response = await exports.default.fetch(BASE_URL + TOKEN_PATH, {
      method: "POST",
      body: new URLSearchParams(grant),
    });
    expect(response.status).toBe(status);
    const body = await response.json<{ access_token?: string }>();
    if (body.access_token) plant("user's token", body.access_token);
    else responses.push({ request: "wrong password", text: JSON.stringify(body), isMerchants: false });
  }
}

export async function makeCustomer(shop: Shop, balance: number) {
  const made = await callAndPlant("POST", `${SANDBOX_API}/wallets`, shop.admin, { balance });
  return { id: made.wallet_id, token: await plantToken(made.client_id, made.client_secret) };
}

export type Customer = Awaited<ReturnType<typeof makeCustomer>>;

export const fields = (shop: Shop) => ({
  amount: 5,
  counter_id: shop.counterId,
  callback_url: `https://order.test/cb?token=${CALLBACK_TOKEN}`,
  metadata: { secret: METADATA },
});

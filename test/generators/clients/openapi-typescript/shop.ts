// A payment and its refund, with openapi-fetch and the types that openapi-typescript makes of the document as it is.
import createClient from "openapi-fetch";
import type { paths } from "./payments.d.ts";

const [baseUrl = "", client_id = "", client_secret = ""] = process.argv.slice(2);
const API = "/merchant/api/v1/payment-intents";

const { data: token } = await createClient<paths>({ baseUrl }).POST(
  "/realms/payment-platform/protocol/openid-connect/token",
  {
    body: { grant_type: "client_credentials", client_id, client_secret },
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  },
);
const clientWith = (accessToken = "none") =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${accessToken}` } });
const shop = clientWith(token?.access_token);

for (const [client, currency] of [[shop, "ZZZ"] as const, [clientWith(), "USD"] as const]) {
  const { error } = await client.POST(API, { body: { amount: 12.5, currency } });
  console.log(error?.code);
}

const created = await shop.POST(API, {
  params: { header: { "Idempotency-Key": "order-1" } },
  body: { amount: 12.5, reference: "order-1" },
});
const intent = created.data?.payment_intent;
console.log(intent?.status, intent?.amount_decimal, intent?.qr_code_url?.slice(0, 10));
const params = { path: { intentID: intent?.id ?? "" } };
const simulate = "/sandbox/v1/payment-intents/{intentID}/simulate";
const paid = (await shop.POST(simulate, { params, body: { action: "pay" } })).data?.payment_intent;
console.log(paid?.status, paid?.qr_code_url ?? "without a code");
const refund = await shop.POST(`${API}/{intentID}/refund`, { params });
console.log(refund.data?.payment_intent.refund_status);
for (let status: string | null = null; status !== "completed"; ) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  status = (await shop.GET(`${API}/{intentID}`, { params })).data?.payment_intent.refund_status ?? null;
}
console.log("completed");

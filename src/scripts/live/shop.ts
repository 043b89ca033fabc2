import { createMerchantClient, createSandboxClient } from "../../sdk/index.ts";
import { readDevVars } from "../dev-vars.ts";
import { fetchToken } from "../fetch-token.ts";

export interface Shop {
  url: string;
  /** Returns the id of an open intent. */
  create(): Promise<string>;
  read(id: string): Promise<void>;
  pay(id: string): Promise<void>;
}

export async function openShop(url: string): Promise<Shop> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const admin = await fetchToken(url, { client_id, client_secret });
  const registered = await fetch(`${url}/merchant/api/v1/register`, {
    method: "POST",
    headers: { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email: `live-${crypto.randomUUID()}@example.com`, business_name: "Bean & Leaf" }),
  });
  const merchant = (await registered.json()) as { client_id: string; client_secret: string };
  const options = { baseUrl: url, clientId: merchant.client_id, clientSecret: merchant.client_secret };
  const client = createMerchantClient(options);
  const sandbox = createSandboxClient(options);
  return {
    url,
    create: async () => (await client.paymentIntents.create({ amount: 12.5 })).id,
    read: async (id) => void (await client.public.getPaymentIntent(id)),
    pay: async (id) => void (await sandbox.simulate(id, "pay")),
  };
}

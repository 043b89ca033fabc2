// `npm run demo`: the main job over real HTTP against a running service, told as a story.
import { API, BASE_URL, call, takeAdminToken, takeToken, tell } from "./api.ts";
import { playReverseFlow } from "./reverse-flow.ts";
import { playStandardFlow } from "./standard-flow.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

async function setUpMerchant(receiver: WebhookReceiver): Promise<string> {
  const merchant = await call("POST", `${API}/register`, await takeAdminToken(), {
    email: `demo-${Date.now()}@example.com`,
    business_name: "Bean & Leaf",
  });
  tell("1. The platform administrator registers a merchant", `merchant_id  ${merchant.merchant_id}`);
  const token = await takeToken(merchant.client_id, merchant.client_secret);
  tell(
    "2. The merchant takes an access token",
    `client_id    ${merchant.client_id}`,
    "good for     300 seconds",
  );
  await call("PUT", `${API}/webhook`, token, { url: receiver.url });
  const { webhook_secret: secret } = await call("POST", `${API}/webhook/rotate-secret`, token);
  receiver.useSecret(secret);
  tell("3. The merchant sets its webhook address and takes the signing secret", `url  ${receiver.url}`);
  return token;
}

async function play(): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const token = await setUpMerchant(receiver);
    const customer = await playStandardFlow(token, receiver);
    await playReverseFlow(token, customer);
    console.log("\nDone: paid, told, refunded, scanned, approved, and in the books.\n");
  } finally {
    receiver.close();
  }
}

await play().catch((error: Error) => {
  const isDown = error.message === "fetch failed";
  console.error(
    isDown ? `Nothing answers at ${BASE_URL}: run npm start first.` : `The demo failed: ${error.message}`,
  );
  process.exitCode = 1;
});

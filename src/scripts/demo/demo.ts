// `npm run demo`: the main job over real HTTP against a running service, told as a story.
import { createMerchantClient, createSandboxClient, PaymentsConnectionError } from "../../sdk/index.ts";
import { registerMerchant } from "./api.ts";
import { playReverseFlow } from "./reverse-flow.ts";
import { playStandardFlow, type Shop } from "./standard-flow.ts";
import { BASE_URL, tell } from "./story.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

async function setUpShop(receiver: WebhookReceiver): Promise<Shop> {
  const merchant = await registerMerchant("Bean & Leaf");
  tell("1. The platform administrator registers a merchant", `merchant_id  ${merchant.merchant_id}`);
  const credentials = { clientId: merchant.client_id, clientSecret: merchant.client_secret };
  const options = { baseUrl: BASE_URL, ...credentials };
  const client = createMerchantClient(options);
  tell(
    "2. The merchant gives its credentials to the client, which takes access tokens and renews them",
    `client_id    ${credentials.clientId}`,
    "good for     300 seconds",
  );
  await client.webhook.update({ url: receiver.url });
  const { webhook_secret: secret } = await client.webhook.rotateSecret();
  receiver.useSecret(secret);
  tell("3. The merchant sets its webhook address and takes the signing secret", `url  ${receiver.url}`);
  return { client, sandbox: createSandboxClient(options) };
}

async function play(): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const shop = await setUpShop(receiver);
    const customer = await playStandardFlow(shop, receiver);
    await playReverseFlow(shop.client, customer);
    console.log("\nDone: paid, told, refunded, scanned, approved, and in the books.\n");
  } finally {
    receiver.close();
  }
}

await play().catch((error: Error) => {
  const isDown = error.message === "fetch failed" || error instanceof PaymentsConnectionError;
  console.error(
    isDown ? `Nothing answers at ${BASE_URL}: run npm start first.` : `The demo failed: ${error.message}`,
  );
  process.exitCode = 1;
});

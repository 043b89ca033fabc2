// `npm run demo`: plays both payment flows against the service that `npm start` runs, or the one at the port in PORT.
import { createMerchantClient, createSandboxClient, PaymentsConnectionError } from "../../sdk/index.ts";
import { readDevVars } from "../dev-vars.ts";
import { offerHelp } from "../run.ts";
import { playReverseFlow, playStandardFlow, type Shop } from "./flows.ts";
import {
  BASE_URL,
  printStep,
  registerMerchant,
  startWebhookReceiver,
  type WebhookReceiver,
} from "./story.ts";

async function setUpShop(receiver: WebhookReceiver): Promise<Shop> {
  const merchant = await registerMerchant("Bean & Leaf");
  printStep("1. The platform administrator registers a merchant", `merchant_id  ${merchant.merchant_id}`);
  const credentials = { clientId: merchant.client_id, clientSecret: merchant.client_secret };
  const options = { baseUrl: BASE_URL, ...credentials };
  const client = createMerchantClient(options);
  printStep(
    "2. The merchant creates a client, which fetches and renews access tokens",
    `client_id       ${credentials.clientId}`,
    "token lifetime  300 seconds",
  );
  await client.webhook.update({ url: receiver.url });
  const { webhook_secret: secret } = await client.webhook.rotateSecret();
  receiver.useSecret(secret);
  printStep("3. The merchant sets its webhook URL and gets the signing secret", `url  ${receiver.url}`);
  return { client, sandbox: createSandboxClient(options) };
}

async function play(): Promise<void> {
  if (readDevVars().AUTH_URL)
    throw new Error("its customer is one of the embedded identity provider's, and .dev.vars has an AUTH_URL");
  const receiver = await startWebhookReceiver();
  try {
    const shop = await setUpShop(receiver);
    const customer = await playStandardFlow(shop, receiver);
    await playReverseFlow(shop.client, customer);
    console.log("\nDone. Both payment flows, the refund and the webhooks work.\n");
  } finally {
    receiver.close();
  }
}

offerHelp();
await play().catch((error: Error) => {
  const isDown = error.message === "fetch failed" || error instanceof PaymentsConnectionError;
  console.error(
    isDown
      ? `No service responds at ${BASE_URL}: run "npm start" in another terminal first.`
      : `The demo failed: ${error.message}`,
  );
  process.exitCode = 1;
});

import { Hono } from "hono";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asCustomer, asMerchant, asMerchantOrAdmin } from "../http/auth.ts";
import { merchantCaller } from "../http/caller.ts";
import { failsWith } from "../http/failure.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { presentMerchantView } from "../http/present-intent.ts";
import { refused } from "../http/refusals.ts";
import { SimulateBody, WalletBody } from "../http/schemas/sandbox.ts";
import { requireJson, validate } from "../http/validate.ts";
import { createSandboxWallet, simulate } from "../services/sandbox.ts";
import { listReceivedEvents } from "../services/wallet-events.ts";

export const sandbox = new Hono<AppEnv>()
  .post(
    "/wallets",
    failsWith("Failed to create sandbox wallet"),
    asMerchantOrAdmin,
    requireJson,
    validate("json", WalletBody),
    async (c) => {
      const { walletId, clientId, clientSecret } = await createSandboxWallet(
        c.var.services,
        c.req.valid("json"),
      );
      const credentials = { client_id: clientId, client_secret: clientSecret };
      return answer(c, { success: true, wallet_id: walletId, scan_token: walletId, ...credentials }, 201);
    },
  )
  .post(
    "/payment-intents/:intentID/simulate",
    failsWith("Failed to simulate"),
    asMerchant({ allowCounters: false }),
    requireJson,
    validate("json", SimulateBody),
    async (c) => {
      const { action } = c.req.valid("json");
      const simulated = await simulate(c.var.services, merchantCaller(c), intentIdOf(c), action);
      if (!simulated.ok) throw refused(simulated.error);
      return answer(c, { success: true, payment_intent: await presentMerchantView(simulated.value) });
    },
  )
  .get("/wallet-events", failsWith("Failed to list wallet events"), asCustomer, async (c) => {
    return answer(c, { success: true, events: await listReceivedEvents(c.var.services, c.var.walletId) });
  });

import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asCustomer, asMerchant, asMerchantOrAdmin } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { intentIdOf, merchantCaller } from "../http/request.ts";
import { respond } from "../http/response.ts";
import { requireJson, validate } from "../http/validate.ts";
import { RawJson } from "../lib/raw-json.ts";
import { createSandboxWallet, simulate } from "../services/sandbox.ts";
import { presentMerchantView } from "../wire/present-intent.ts";
import { SimulateBody, WalletBody } from "../wire/requests/sandbox.ts";

export const sandbox = new Hono<AppEnv>()
  .post(
    "/wallets",
    failsWith("Failed to create sandbox wallet"),
    asMerchantOrAdmin,
    requireJson,
    validate("json", WalletBody),
    async (c) => {
      const { walletId, clientId, clientSecret } = await createSandboxWallet(c.var.deps, c.req.valid("json"));
      const credentials = { client_id: clientId, client_secret: clientSecret };
      return respond(c, { success: true, wallet_id: walletId, scan_token: walletId, ...credentials }, 201);
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
      const simulated = await simulate(c.var.deps, merchantCaller(c), intentIdOf(c), action);
      if (!simulated.ok) throw refused(simulated.error);
      return respond(c, { success: true, payment_intent: await presentMerchantView(simulated.value) });
    },
  )
  .get("/wallet-events", failsWith("Failed to list wallet events"), asCustomer, async (c) => {
    const received = (await c.var.deps.walletInbox?.list(c.var.walletId)) ?? [];
    return respond(c, { success: true, events: received.map((text) => new RawJson(text)) });
  });

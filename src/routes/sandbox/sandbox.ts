// Routes that exist only in the sandbox.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer, asMerchant, asMerchantOrAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitedAddress } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { merchantCaller, pathId } from "../../http/request.ts";
import { merchantView, respond, respondUndocumented } from "../../http/response.ts";
import { sandboxDependencies } from "../../http/sandbox-dependencies.ts";
import { requireOwnPage, sessionCookie } from "../../http/session-cookie.ts";
import { jsonBody } from "../../http/validate.ts";
import { RawJson, rawArray } from "../../lib/raw-json.ts";
import {
  createSandboxWallet,
  listEventsOfWallet,
  openWalletSession,
  simulate,
} from "../../services/sandbox/sandbox.ts";
import { SimulateBody, WalletBody, WalletSessionBody } from "../../wire/sandbox/requests.ts";
import { presentCustomerSession } from "../../wire/sessions/present-session.ts";
import { PAYMENT_REFUSALS } from "../wallet/wallet.ts";

/** The merchant itself asks, so whether it may take payments has been checked. */
const SIMULATED_REFUSALS = PAYMENT_REFUSALS.filter((refusal) => refusal !== "not_payable");

export const sandbox = new Hono<AppEnv>()
  .post(
    "/wallets",
    describe("Sandbox", {
      id: "createSandboxWallet",
      summary: "Create a customer's wallet with money in it",
      responds: { 201: "SandboxWalletResponse" },
    }),
    asMerchantOrAdmin,
    jsonBody(WalletBody),
    async (c) => {
      const created = await createSandboxWallet(
        sandboxDependencies(c),
        c.get("principal").merchantId,
        c.req.valid("json"),
      );
      const { walletId, scanToken, clientId, clientSecret } = created;
      const credentials = { client_id: clientId, client_secret: clientSecret };
      const wallet = { wallet_id: walletId, scan_token: scanToken, ...credentials };
      return respond<"SandboxWalletResponse">(c, wallet, 201);
    },
  )
  // For the wallet's own page, and not part of the API: one tap makes a wallet with money in it.
  .post("/wallet-session", limitedAddress, jsonBody(WalletSessionBody), async (c) => {
    requireOwnPage(c);
    const opened = orThrow(await openWalletSession(sandboxDependencies(c), c.req.valid("json")));
    const headers = { "Set-Cookie": sessionCookie(opened.secret, "customer") };
    return respondUndocumented(c, { session: presentCustomerSession(opened.session) }, 201, headers);
  })
  .post(
    "/payment-intents/:intentID/simulate",
    describe("Sandbox", {
      id: "simulate",
      summary: "Act in the customer's place",
      description:
        "`pay` uses the sandbox's own funded wallet; `approve` and `reject` act as the customer the intent waits for, whose wallet must be one that this merchant created; `expire` moves the deadline to now.",
      responds: { 200: "PaymentIntentResponse" },
      refusals: [
        ...SIMULATED_REFUSALS,
        "not_open",
        "not_awaiting_approval",
        "foreign_wallet",
        "approval_required",
      ],
    }),
    asMerchant,
    jsonBody(SimulateBody),
    async (c) => {
      const { action } = c.req.valid("json");
      const simulated = orThrow(
        await simulate(sandboxDependencies(c), merchantCaller(c), pathId(c, "intentID"), action),
      );
      return respond<"PaymentIntentResponse">(c, { payment_intent: merchantView(c, simulated) });
    },
  )
  .get(
    "/wallet-events",
    describe("Sandbox", {
      id: "listWalletEvents",
      summary: "List the bus events this wallet was sent",
      responds: { 200: "WalletEventsResponse" },
    }),
    asCustomer,
    async (c) => {
      const received = await listEventsOfWallet(sandboxDependencies(c), c.get("walletId"));
      const events = rawArray(received.map((text) => new RawJson(text)));
      return respond<"WalletEventsResponse">(c, { events });
    },
  );

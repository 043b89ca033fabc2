// Routes that exist only in the sandbox. What can go wrong, the clock and the inbox for webhooks are each the caller's own.
import { type Context, Hono } from "hono";
import { inboxUrlOf } from "#core/config.ts";
import { SESSION_KINDS } from "#core/domain/sessions/session.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer, asMerchant, asMerchantOrAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitedAddress, requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { merchantActor, pathId } from "#core/http/request.ts";
import { merchantView, respond, respondUndocumented } from "#core/http/response.ts";
import { requireOwnPage, sessionCookie } from "#core/http/session-cookie.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { deviceName } from "#core/lib/device-name.ts";
import { RawJson, rawArray } from "#core/lib/raw-json.ts";
import { PAYMENT_REFUSALS } from "#core/routes/wallet/wallet.ts";
import { presentCustomerSession } from "#core/wire/sessions/present-session.ts";
import type { ActiveFault } from "#sandbox/domain/playground.ts";
import { hasSignedUp } from "#sandbox/domain/sign-ups.ts";
import { advanceClock, listFaults, listInbox, setFaults } from "#sandbox/services/playground.ts";
import {
  createSandboxWallet,
  listEventsOfWallet,
  openWalletSession,
  simulate,
} from "#sandbox/services/sandbox.ts";
import { presentFault, presentMessage } from "#sandbox/wire/present-playground.ts";
import {
  ClockBody,
  FaultsBody,
  InboxQuery,
  SimulateBody,
  WalletBody,
  WalletSessionBody,
} from "#sandbox/wire/requests.ts";
import { sandboxDependencies } from "./sandbox-dependencies.ts";

/** The merchant itself asks, so whether it may take payments has been checked. */
const SIMULATED_REFUSALS = PAYMENT_REFUSALS.filter((refusal) => refusal !== "not_payable");

export const sandbox = new Hono<AppEnv>()
  .post(
    "/wallets",
    describe("Sandbox", {
      id: "createSandboxWallet",
      failure: "Failed to create sandbox wallet",
      responds: { 201: "SandboxWalletResponse" },
    }),
    asMerchantOrAdmin,
    jsonBody(WalletBody),
    async (c) => {
      const { merchantId } = c.get("identity");
      if (merchantId !== null && hasSignedUp(merchantId))
        await requireWithinLimit(c, "webhooks", `wallets ${merchantId}`);
      const created = await createSandboxWallet(sandboxDependencies(c), merchantId, c.req.valid("json"));
      const { walletId, scanToken, clientId, clientSecret } = created;
      const credentials = { client_id: clientId, client_secret: clientSecret };
      const wallet = { wallet_id: walletId, scan_token: scanToken, ...credentials };
      return respond<"SandboxWalletResponse">(c, wallet, 201);
    },
  )
  // The wallet's own page calls it, and it is not part of the API: one tap makes a wallet with money in it.
  .post("/wallet-session", limitedAddress, jsonBody(WalletSessionBody), async (c) => {
    requireOwnPage(c);
    const device = deviceName(c.req.header("User-Agent") ?? "");
    const opened = orThrow(await openWalletSession(sandboxDependencies(c), c.req.valid("json"), device));
    const headers = { "Set-Cookie": sessionCookie(opened.secret, SESSION_KINDS.customer) };
    return respondUndocumented(c, { session: presentCustomerSession(opened.session) }, 201, headers);
  })
  .post(
    "/payment-intents/:intentID/simulate",
    describe("Sandbox", {
      id: "simulate",
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
        await simulate(sandboxDependencies(c), merchantActor(c), pathId(c, "intentID"), action),
      );
      return respond<"PaymentIntentResponse">(c, { payment_intent: merchantView(c, simulated) });
    },
  )
  .get(
    "/wallet-events",
    describe("Sandbox", {
      id: "listWalletEvents",
      failure: "Failed to list wallet events",
      responds: { 200: "WalletEventsResponse" },
    }),
    asCustomer,
    async (c) => {
      const received = await listEventsOfWallet(sandboxDependencies(c), c.get("walletId"));
      const events = rawArray(received.map((text) => new RawJson(text)));
      return respond<"WalletEventsResponse">(c, { events });
    },
  )
  .get(
    "/inbox",
    describe("Sandbox", {
      id: "listSandboxInbox",
      failure: "Failed to list the inbox",
      responds: { 200: "SandboxInboxResponse" },
    }),
    asMerchant,
    query(InboxQuery),
    async (c) => {
      const deps = sandboxDependencies(c);
      const messages = await listInbox(deps, c.get("merchantId"), c.req.valid("query").after);
      const url = inboxUrlOf(deps.config.publicUrl);
      return respond<"SandboxInboxResponse">(c, { url, messages: messages.map(presentMessage) });
    },
  )
  .get(
    "/faults",
    describe("Sandbox", {
      id: "listSandboxFaults",
      responds: { 200: "SandboxFaultsResponse" },
    }),
    asMerchant,
    async (c) => respondWithFaults(c, await listFaults(sandboxDependencies(c), c.get("merchantId"))),
  )
  .put(
    "/faults",
    describe("Sandbox", {
      id: "setSandboxFaults",
      responds: { 200: "SandboxFaultsResponse" },
      refusals: ["no_embedded_ledger"],
    }),
    asMerchant,
    jsonBody(FaultsBody),
    async (c) => {
      const faults = orThrow(
        await setFaults(sandboxDependencies(c), c.get("merchantId"), c.req.valid("json").faults),
      );
      return respondWithFaults(c, faults);
    },
  )
  .post(
    "/clock",
    describe("Sandbox", {
      id: "advanceSandboxClock",
      failure: "Failed to advance the clock",
      responds: { 200: "SandboxClockResponse" },
    }),
    asMerchant,
    jsonBody(ClockBody),
    async (c) => {
      const byMs = c.req.valid("json").minutes * MINUTE_MS;
      const { intents, retries } = await advanceClock(sandboxDependencies(c), merchantActor(c), byMs);
      return respond<"SandboxClockResponse">(c, { payment_intents: intents, retries });
    },
  );

const MINUTE_MS = 60_000;

function respondWithFaults(c: Context<AppEnv>, faults: readonly ActiveFault[]): Response {
  return respond<"SandboxFaultsResponse">(c, { faults: faults.map(presentFault) });
}

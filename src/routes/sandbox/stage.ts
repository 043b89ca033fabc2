// The sandbox's stage: what can go wrong, the clock, and the inbox for webhooks. Each is the caller's own.
import { type Context, Hono } from "hono";
import { inboxUrlOf } from "../../config.ts";
import type { ActiveFault } from "../../domain/stage.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { merchantCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { sandboxDependencies } from "../../http/sandbox-dependencies.ts";
import { jsonBody, query } from "../../http/validate.ts";
import { advanceClock, listFaults, listInbox, setFaults } from "../../services/sandbox/stage.ts";
import { presentFault, presentMessage } from "../../wire/sandbox/present-stage.ts";
import { ClockBody, FaultsBody, InboxQuery } from "../../wire/sandbox/requests.ts";

const MINUTE_MS = 60_000;

export const stage = new Hono<AppEnv>()
  .get(
    "/inbox",
    describe("Sandbox", {
      id: "listSandboxInbox",
      summary: "List the webhooks that this merchant's inbox has received",
      description:
        "A merchant that sets the inbox as its webhook address needs no endpoint of its own. Each merchant sees only its own webhooks.",
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
      summary: "List what goes wrong for this merchant",
      failure: "Failed to list faults",
      responds: { 200: "SandboxFaultsResponse" },
    }),
    asMerchant,
    async (c) => respondWithFaults(c, await listFaults(sandboxDependencies(c), c.get("merchantId"))),
  )
  .put(
    "/faults",
    describe("Sandbox", {
      id: "setSandboxFaults",
      summary: "Choose what goes wrong for this merchant",
      description:
        "`wallet_empty`: payments are declined for lack of money. `ledger_slow`: the ledger executes a payment or refund, but responds too late; the service repeats the request until it knows. `refund_refused`: refunds are declined for lack of money. `endpoint_down`, `endpoint_slow` and `endpoint_gone`: the inbox responds with 500, too late, or with 410.",
      failure: "Failed to set faults",
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
      summary: "Let time pass for this merchant",
      description:
        "Its newest 100 open intents expire sooner, and webhooks that wait for their next attempt are sent sooner. Nothing of another merchant changes.",
      failure: "Failed to advance the clock",
      responds: { 200: "SandboxClockResponse" },
    }),
    asMerchant,
    jsonBody(ClockBody),
    async (c) => {
      const byMs = c.req.valid("json").minutes * MINUTE_MS;
      const { intents, retries } = await advanceClock(sandboxDependencies(c), merchantCaller(c), byMs);
      return respond<"SandboxClockResponse">(c, { payment_intents: intents, retries });
    },
  );

function respondWithFaults(c: Context<AppEnv>, faults: readonly ActiveFault[]): Response {
  return respond<"SandboxFaultsResponse">(c, { faults: faults.map(presentFault) });
}

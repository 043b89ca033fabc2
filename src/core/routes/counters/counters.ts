import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import type { CounterRights } from "#core/domain/counters/counter.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchant, asOwner, asSignedInOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { isDeepPage, limitedWebhook, limitList } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { webhookUrlChecks } from "#core/http/webhook-url.ts";
import {
  createCounter,
  createCounterCredentials,
  deactivateCounter,
  findMerchantCounter,
  listMerchantCounters,
  rotateCounterSecret,
  updateMerchantCounter,
} from "#core/services/counters/counters.ts";
import { createPairing, listTills, renameTill, revokeTill } from "#core/services/counters/tills.ts";
import { testCounterWebhook } from "#core/services/webhooks/webhook-test.ts";
import { presentCounter, presentTill } from "#core/wire/counters/present-counter.ts";
import { CreateCounterBody, RenameTillBody, UpdateCounterBody } from "#core/wire/counters/requests.ts";
import { presentCredentials } from "#core/wire/merchants/present-merchant.ts";
import { presentCode } from "#core/wire/sessions/present-pairing.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { PositionQuery } from "#core/wire/shared/paging.ts";
import { presentWebhookTest } from "#core/wire/webhooks/present-delivery.ts";
import { RotateBody, rotationNote } from "#core/wire/webhooks/requests.ts";

export const counters = new Hono<AppEnv>()
  .post(
    "/",
    describe("Counters", {
      id: "createCounter",
      responds: { 201: "CounterCreatedResponse" },
      refusals: ["too_many_counters"],
    }),
    asOwner,
    jsonBody(CreateCounterBody, webhookUrlChecks("webhook_url")),
    async (c) => {
      const body = c.req.valid("json");
      const { counter, clientSecret, webhookSecret } = orThrow(
        await createCounter(c.get("deps"), actorOf(c), c.get("merchantId"), {
          name: body.name,
          location: body.location ?? "",
          webhookUrl: body.webhook_url ?? null,
          webhookEvents: body.webhook_events ?? null,
          ...rightsIn(body),
        }),
      );
      const secrets = {
        client_id: counter.idpClientId,
        client_secret: clientSecret,
        webhook_secret: webhookSecret,
        note: "Store client_secret and webhook_secret now: they are not shown again.",
      };
      return respond<"CounterCreatedResponse">(c, { counter: presentCounter(counter), ...secrets }, 201);
    },
  )
  .get(
    "/",
    describe("Counters", {
      id: "listCounters",
      responds: { 200: "CountersResponse" },
    }),
    asMerchant,
    query(PositionQuery),
    async (c) => {
      const position = ["page", "limit", "cursor"].some((name) => c.req.query(name) !== undefined)
        ? c.req.valid("query")
        : null;
      await limitList(c, position !== null && isDeepPage(position));
      const { rows, total, next } = await listMerchantCounters(c.get("deps"), c.get("merchantId"), position);
      const list = { counters: rows.map(presentCounter), total };
      if (position === null) return respond<"CountersResponse">(c, list);
      const { page, limit } = position;
      return respond<"CountersResponse">(c, { ...list, page, limit, next_cursor: listCursor.format(next) });
    },
  )
  .get(
    "/:counterID",
    describe("Counters", {
      id: "getCounter",
      responds: { 200: "CounterResponse" },
    }),
    asMerchant,
    async (c) => {
      const counter = orThrow(
        await findMerchantCounter(c.get("deps"), c.get("merchantId"), pathId(c, "counterID")),
      );
      return respond<"CounterResponse">(c, { counter: presentCounter(counter) });
    },
  )
  .put(
    "/:counterID",
    describe("Counters", {
      id: "updateCounter",
      responds: { 200: "CounterResponse" },
    }),
    asOwner,
    jsonBody(UpdateCounterBody, webhookUrlChecks("webhook_url")),
    async (c) => {
      const body = c.req.valid("json");
      const counter = orThrow(
        await updateMerchantCounter(c.get("deps"), actorOf(c), c.get("merchantId"), pathId(c, "counterID"), {
          ...(body.name ? { name: body.name } : {}),
          ...(body.location === undefined ? {} : { location: body.location ?? "" }),
          ...(body.webhook_url === undefined ? {} : { webhookUrl: body.webhook_url }),
          ...(body.webhook_events ? { webhookEvents: body.webhook_events } : {}),
          ...rightsIn(body),
        }),
      );
      return respond<"CounterResponse">(c, { counter: presentCounter(counter) });
    },
  )
  .delete(
    "/:counterID",
    describe("Counters", {
      id: "deactivateCounter",
    }),
    asOwner,
    async (c) => {
      orThrow(
        await deactivateCounter(c.get("deps"), actorOf(c), c.get("merchantId"), pathId(c, "counterID")),
      );
      return respond<"MessageResponse">(c, { message: "Counter deactivated" });
    },
  )
  .post(
    "/:counterID/rotate-secret",
    describe("Counters", {
      id: "rotateCounterSecret",
      failure: "Failed to rotate webhook secret",
      responds: { 200: "WebhookSecretResponse" },
    }),
    asOwner,
    jsonBody(RotateBody, { isOptional: true }),
    async (c) => {
      const { grace_period_seconds: grace } = c.req.valid("json");
      const secret = orThrow(
        await rotateCounterSecret(
          c.get("deps"),
          actorOf(c),
          c.get("merchantId"),
          pathId(c, "counterID"),
          grace,
        ),
      );
      return respond<"WebhookSecretResponse">(c, { webhook_secret: secret, note: rotationNote(grace) });
    },
  )
  .post(
    "/:counterID/credentials",
    describe("Counters", {
      id: "createCounterCredentials",
      responds: { 200: "CredentialsResponse" },
      refusals: ["counter_not_active"],
    }),
    asSignedInOwner,
    async (c) => {
      const created = orThrow(
        await createCounterCredentials(
          c.get("deps"),
          actorOf(c),
          c.get("merchantId"),
          pathId(c, "counterID"),
        ),
      );
      return respond<"CredentialsResponse">(c, { ...presentCredentials(created) });
    },
  )
  .post(
    "/:counterID/test-webhook",
    describe("Counters", {
      id: "testCounterWebhook",
      responds: { 200: "WebhookTestResponse" },
      refusals: ["no_webhook_url"],
    }),
    asMerchant,
    limitedWebhook,
    async (c) => {
      const tested = orThrow(
        await testCounterWebhook(c.get("deps"), c.get("merchantId"), pathId(c, "counterID")),
      );
      return respond<"WebhookTestResponse">(c, { test: presentWebhookTest(tested) });
    },
  )
  .post(
    "/:counterID/pairings",
    describe("Counters", {
      id: "createPairing",
      responds: { 201: "PairingResponse" },
      refusals: ["counter_not_active"],
    }),
    asSignedInOwner,
    async (c) => {
      const counterId = pathId(c, "counterID");
      const counter = { merchantId: c.get("merchantId"), counterId };
      const createdBy = c.get("identity").subject;
      const code = orThrow(await createPairing(c.get("deps"), actorOf(c), { ...counter, createdBy }));
      const page = `${c.get("deps").config.publicUrl}/pos/pair`;
      const pairing = { counter_id: counterId, ...presentCode(code, page) };
      return respond<"PairingResponse">(c, { pairing }, 201);
    },
  )
  .get(
    "/:counterID/tills",
    describe("Counters", {
      id: "listTills",
      responds: { 200: "TillsResponse" },
    }),
    asMerchant,
    async (c) => {
      const counterId = pathId(c, "counterID");
      const found = orThrow(await listTills(c.get("deps"), c.get("merchantId"), counterId));
      return respond<"TillsResponse">(c, { tills: found.map(presentTill) });
    },
  )
  .patch(
    "/:counterID/tills/:tillID",
    describe("Counters", {
      id: "renameTill",
      responds: { 200: "TillResponse" },
    }),
    asOwner,
    jsonBody(RenameTillBody),
    async (c) => {
      const { name } = c.req.valid("json");
      const till = orThrow(await renameTill(c.get("deps"), actorOf(c), tillKey(c), name));
      return respond<"TillResponse">(c, { till: presentTill(till) });
    },
  )
  .delete(
    "/:counterID/tills/:tillID",
    describe("Counters", {
      id: "revokeTill",
    }),
    asOwner,
    async (c) => {
      orThrow(await revokeTill(c.get("deps"), actorOf(c), tillKey(c)));
      return respond<"MessageResponse">(c, { message: "Till revoked" });
    },
  );

function tillKey(c: Context<AppEnv>) {
  const counterId = pathId(c, "counterID", "till_not_found");
  return { merchantId: c.get("merchantId"), counterId, tillId: pathId(c, "tillID") };
}

/** Only what is given. */
function rightsIn(body: z.output<typeof UpdateCounterBody>): Partial<CounterRights> {
  const { can_refund: canRefund, reads_own_only: readsOwnOnly } = body;
  return {
    ...(typeof canRefund === "boolean" && { canRefund }),
    ...(typeof readsOwnOnly === "boolean" && { readsOwnOnly }),
  };
}

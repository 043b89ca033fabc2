import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin, asMerchant } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitList } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { eraseFromAuditEntry, readAuditTrail } from "#core/services/audit/audit-entries.ts";
import { presentAuditEntry, presentOwnAuditEntry } from "#core/wire/audit/present-audit-entry.ts";
import { AdminAuditTrailQuery, AuditTrailQuery, EraseAuditEntryBody } from "#core/wire/audit/requests.ts";

export const auditTrail = new Hono<AppEnv>().get(
  "/",
  describe("Audit trail", {
    id: "listAuditTrail",
    failure: "Failed to read audit trail",
    responds: { 200: "AuditTrailResponse" },
  }),
  asMerchant,
  query(AuditTrailQuery, { isStrict: true }),
  async (c) => {
    const filter = { ...c.req.valid("query"), merchantId: c.get("merchantId") };
    await limitList(c);
    const { entries, nextCursor } = orThrow(await readAuditTrail(c.get("deps"), filter));
    const page = { limit: filter.limit, next_cursor: nextCursor };
    return respond<"AuditTrailResponse">(c, { entries: entries.map(presentOwnAuditEntry), ...page });
  },
);

export const platformAuditTrail = new Hono<AppEnv>()
  .get(
    "/",
    describe("Platform", {
      id: "listPlatformAuditTrail",
      failure: "Failed to read audit trail",
      responds: { 200: "AuditTrailResponse" },
    }),
    asAdmin,
    query(AdminAuditTrailQuery, { isStrict: true }),
    async (c) => {
      const filter = c.req.valid("query");
      await limitList(c);
      const { entries, nextCursor } = orThrow(await readAuditTrail(c.get("deps"), filter));
      const page = { limit: filter.limit, next_cursor: nextCursor };
      return respond<"AuditTrailResponse">(c, { entries: entries.map(presentAuditEntry), ...page });
    },
  )
  .post(
    "/:entryID/erase",
    describe("Platform", {
      id: "eraseAuditEntry",
      responds: { 200: "AuditEntryResponse" },
    }),
    asAdmin,
    jsonBody(EraseAuditEntryBody),
    async (c) => {
      const { fields } = c.req.valid("json");
      const entryId = pathId(c, "entryID");
      const erased = orThrow(await eraseFromAuditEntry(c.get("deps"), actorOf(c), entryId, fields));
      return respond<"AuditEntryResponse">(c, { entry: presentAuditEntry(erased) });
    },
  );

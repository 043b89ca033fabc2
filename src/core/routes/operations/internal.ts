import { Hono } from "hono";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asShardsCommand } from "#core/http/auth.ts";
import { describe, withMetadata } from "#core/http/describe.ts";
import { ApiError, dependencyUnavailable, invalid } from "#core/http/errors.ts";
import { refusalError } from "#core/http/refusals.ts";
import { respondUndocumented } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import {
  outdateAccountCopies,
  queryShard,
  renewStaleChunk,
  restoreCell,
} from "#core/services/operations/shards.ts";
import { copyKeyedIds } from "#core/services/payment-intents/copy-keyed-ids.ts";
import { receiveLedgerEvent } from "#core/services/payment-intents/ledger-events.ts";
import {
  CellRestore,
  KeysToSettle,
  OutdatedCopies,
  ShardQuery,
  StaleCopies,
} from "#core/wire/operations/shard-requests.ts";
import { eventJson } from "#core/wire/payment-intents/ledger.ts";
import { named } from "#core/wire/shared/openapi-notes.ts";

const LedgerEventBody = named("LedgerEvent", eventJson);

/** An external ledger reports settlements here, signed like webhooks. After a 5xx it should retry. */
export const internal = new Hono<AppEnv>().post(
  "/ledger-events",
  describe("Platform", {
    id: "reportLedgerEvent",
    failure: "Failed to record ledger event",
    responds: { 200: "SuccessResponse" },
    refusals: ["ledger_event_mismatch"],
  }),
  withMetadata(
    {
      access: "ledger",
      // The signature covers the bytes, so any content type passes.
      body: {
        schema: LedgerEventBody,
        mediaType: "application/json",
        isOptional: false,
      },
    },
    async (c) => {
      const received = await receiveLedgerEvent(c.get("deps"), c.req.raw.headers, await c.req.text());
      if (received === "bad_signature") throw refusalError("invalid_signature");
      if (received === "malformed") throw invalid([{ field: "body", message: "must be a ledger event" }]);
      if (received === "mismatch") throw refusalError("ledger_event_mismatch");
      return respondUndocumented(c, {});
    },
  ),
);

/** Only `npm run places` of the same release calls them, so the OpenAPI document has none of it. */
export const shards = new Hono<AppEnv>()
  .use(asShardsCommand)
  .post("/query", jsonBody(ShardQuery), async (c) => {
    const { place: shard, statement, params = [] } = c.req.valid("json");
    const queried = await queryShard(c.get("deps"), shard, statement, params);
    if (!queried.ok) throw invalid([{ field: "statement", message: queried.error }]);
    const { rows, hasMore, sizeBytes } = queried.value;
    return respondUndocumented(c, { rows, has_more: hasMore, size_bytes: sizeBytes });
  })
  .post("/restore", jsonBody(CellRestore), async (c) => {
    const { cell, to } = c.req.valid("json");
    const restored = await restoreCell(c.get("deps"), cell, to).catch(tellOperator);
    if (!restored.ok) throw new ApiError(422, "not_restored", restored.error);
    return respondUndocumented(c, { bookmark: restored.value });
  })
  .post("/outdate-copies", jsonBody(OutdatedCopies), async (c) => {
    await outdateAccountCopies(c.get("deps"), c.req.valid("json").cell);
    return respondUndocumented(c, {});
  })
  .post("/renew-copies", jsonBody(StaleCopies), async (c) => {
    const { after = "" } = c.req.valid("json");
    return respondUndocumented(c, await renewStaleChunk(c.get("deps"), after));
  })
  .post("/settle-keys", jsonBody(KeysToSettle), async (c) => {
    const { merchant_id, cursor = null } = c.req.valid("json");
    const settled = await copyKeyedIds(c.get("deps"), merchant_id, cursor);
    if (settled.ok) return respondUndocumented(c, { next: settled.value });
    if (settled.error === "merchant_not_found") throw refusalError("merchant_not_found");
    throw new ApiError(409, "no_cells_in_force", "no entry of CELLS has been in force for a minute");
  });

/** A dependency's failure is told in words: the operator repeats the command. */
function tellOperator(error: unknown): never {
  throw error instanceof DependencyError ? dependencyUnavailable(error.dependency, error.message) : error;
}

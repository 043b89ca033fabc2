import { Hono } from "hono";
import { DependencyError } from "../../domain/dependency-error.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asPlacesCommand } from "../../http/auth.ts";
import { ApiError, dependencyUnavailable, invalid } from "../../http/errors.ts";
import { refusalError } from "../../http/refusals.ts";
import { respondUndocumented } from "../../http/response.ts";
import { jsonBody } from "../../http/validate.ts";
import {
  outdateAccountCopies,
  queryPlace,
  renewStalePortion,
  restoreCell,
} from "../../services/operations/places.ts";
import { settleKeys } from "../../services/payment-intents/settle-keys.ts";
import {
  CellRestore,
  KeysToSettle,
  OutdatedCopies,
  PlaceQuery,
  StaleCopies,
} from "../../wire/operations/places-requests.ts";

/** For `npm run places` of the same release only, so the OpenAPI document has none of it. */
export const places = new Hono<AppEnv>()
  .use(asPlacesCommand)
  .post("/query", jsonBody(PlaceQuery), async (c) => {
    const { place, statement, params = [] } = c.req.valid("json");
    const queried = await queryPlace(c.get("deps"), place, statement, params);
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
    return respondUndocumented(c, await renewStalePortion(c.get("deps"), after));
  })
  .post("/settle-keys", jsonBody(KeysToSettle), async (c) => {
    const { merchant_id, cursor = null } = c.req.valid("json");
    const settled = await settleKeys(c.get("deps"), merchant_id, cursor);
    if (settled.ok) return respondUndocumented(c, { next: settled.value });
    if (settled.error === "merchant_not_found") throw refusalError("merchant_not_found");
    throw new ApiError(409, "no_cells_in_force", "no entry of CELLS has been in force for a minute");
  });

/** What is to be repeated. */
function tellOperator(error: unknown): never {
  throw error instanceof DependencyError ? dependencyUnavailable(error.dependency, error.message) : error;
}

// What the service holds about a merchant, for the administrator: to take along, and to erase.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { NDJSON, respondWithFile } from "#core/http/file-response.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody, query } from "#core/http/validate.ts";
import { presentMerchant } from "#core/wire/merchants/present-merchant.ts";
import { EraseMerchantBody, ExportQuery } from "./requests.ts";
import { requestErasure } from "./services/merchant-erasure.ts";
import { exportMerchant } from "./services/merchant-export.ts";
import { exportFileName, presentExport } from "./wire/present-merchant-export.ts";

/** The id in the body keeps a path that was copied or completed wrongly from erasing a merchant. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === pathId(c, "merchantID")
    ? []
    : [{ field: "confirm", message: "must be the id of the merchant" }];

export const merchantData = new Hono<AppEnv>()
  .get(
    "/:merchantID/export",
    describe("Platform", {
      id: "exportMerchant",
      responds: { 200: "application/x-ndjson" },
    }),
    asAdmin,
    query(ExportQuery, { isStrict: true }),
    async (c) => {
      const merchantId = pathId(c, "merchantID");
      await requireWithinLimit(c, "downloads", merchantId);
      const { cursor } = c.req.valid("query");
      const { deps } = c.var;
      const found = orThrow(await exportMerchant(deps, actorOf(c), merchantId, cursor));
      const text = presentExport(found, deps.config.environment);
      return await respondWithFile(c, exportFileName(found), NDJSON, text);
    },
  )
  .post(
    "/:merchantID/erase",
    describe("Platform", {
      id: "eraseMerchant",
      responds: { 200: "MerchantResponse", 202: "MerchantResponse" },
      refusals: ["merchant_not_closed", "merchant_unsettled", "merchant_not_quiet"],
    }),
    asAdmin,
    jsonBody(EraseMerchantBody, { checks: [checkConfirmation] }),
    async (c) => {
      const merchant = orThrow(await requestErasure(c.get("deps"), actorOf(c), pathId(c, "merchantID")));
      const isDone = merchant.erasedAt !== null;
      return respond<"MerchantResponse">(c, { merchant: presentMerchant(merchant) }, isDone ? 200 : 202);
    },
  );

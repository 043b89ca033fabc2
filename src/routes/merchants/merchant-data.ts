// What the service holds about a merchant, as a whole.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { requireWithinLimit } from "../../http/rate-limit.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, pathId } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { streamOf } from "../../http/stream.ts";
import { type BodyCheck, jsonBody, query } from "../../http/validate.ts";
import { requestErasure } from "../../services/merchants/merchant-erasure.ts";
import { exportMerchant } from "../../services/merchants/merchant-export.ts";
import { exportFileName, presentExport } from "../../wire/merchants/present-export.ts";
import { presentMerchant } from "../../wire/merchants/present-merchant.ts";
import { EraseMerchantBody, ExportQuery } from "../../wire/merchants/requests.ts";

/** So that no merchant is erased by a path that was copied or completed wrongly. */
const checkConfirmation: BodyCheck = async (c, { confirm }) =>
  confirm === pathId(c, "merchantID")
    ? []
    : [{ field: "confirm", message: "must be the id of the merchant" }];

export const merchantData = new Hono<AppEnv>()
  .get(
    "/:merchantID/export",
    describe("Platform", {
      id: "exportMerchant",
      summary: "Download everything the service holds about a merchant",
      description:
        "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. Where its `next_cursor` is not null, another part follows. An intent that changes meanwhile may come twice; the later line counts. Never a secret.",
      responds: { 200: "application/x-ndjson" },
    }),
    asAdmin,
    query(ExportQuery, { isStrict: true }),
    async (c) => {
      const merchantId = pathId(c, "merchantID");
      await requireWithinLimit(c, "downloads", merchantId);
      const { cursor } = c.req.valid("query");
      const found = orThrow(await exportMerchant(c.get("deps"), causeOf(c), merchantId, cursor));
      return c.body(await streamOf(c, presentExport(found)), 200, {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${exportFileName(found)}"`,
      });
    },
  )
  .post(
    "/:merchantID/erase",
    describe("Platform", {
      id: "eraseMerchant",
      summary: "Erase what is personal about a closed merchant",
      description:
        "Permanent. Amounts, times, states, ids and the payers' wallets stay. The sweep begins 20 minutes later and takes a minute for about 5,000 payments and events; `erasure` says when it is done. Repeating the request changes nothing.",
      responds: { 200: "MerchantResponse", 202: "MerchantResponse" },
      refusals: ["merchant_not_closed", "merchant_unsettled", "merchant_not_quiet"],
    }),
    asAdmin,
    jsonBody(EraseMerchantBody, { checks: [checkConfirmation] }),
    async (c) => {
      const merchant = orThrow(await requestErasure(c.get("deps"), causeOf(c), pathId(c, "merchantID")));
      const isDone = merchant.erasedAt !== null;
      return respond<"MerchantResponse">(c, { merchant: presentMerchant(merchant) }, isDone ? 200 : 202);
    },
  );

// What the service holds about a merchant, as a whole.
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asAdmin } from "../http/auth.ts";
import { describing } from "../http/describe.ts";
import { limitDownload } from "../http/rate-limit.ts";
import { refused } from "../http/refusals.ts";
import { causeOf, idParam } from "../http/request.ts";
import { streamOf } from "../http/stream.ts";
import { query } from "../http/validate.ts";
import { exportMerchant } from "../services/merchant-export.ts";
import { exportFileName, presentExport } from "../wire/present-export.ts";
import { ExportQuery } from "../wire/requests/merchant-data.ts";

const describe = describing("Platform");

export const merchantData = new Hono<AppEnv>().get(
  "/:merchantID/export",
  describe({
    id: "exportMerchant",
    summary: "Download everything the service holds about a merchant",
    description:
      "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. Where its `next_cursor` is not null, another part follows. An intent that changes meanwhile may come twice; the later line counts. Never a secret.",
    failure: "Failed to export merchant",
    responds: { 200: "application/x-ndjson" },
    refusals: ["merchant_not_found"],
  }),
  asAdmin,
  query(ExportQuery, { isStrict: true }),
  async (c) => {
    const merchantId = idParam(c, "merchantID", "merchant_not_found");
    await limitDownload(c, merchantId);
    const { cursor } = c.req.valid("query");
    const found = await exportMerchant(c.get("deps"), causeOf(c), merchantId, cursor);
    if (!found.ok) throw refused(found.error);
    return c.body(await streamOf(c, presentExport(found.value)), 200, {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportFileName(found.value)}"`,
    });
  },
);

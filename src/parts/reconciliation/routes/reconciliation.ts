import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { respond } from "#core/http/response.ts";
import { query } from "#core/http/validate.ts";
import { isoTime } from "#core/lib/time.ts";
import { reconcile } from "../services/reconciliation.ts";
import { presentFinding } from "../wire/present-finding.ts";
import { checkCursor, ReconciliationQuery } from "../wire/requests.ts";

export const reconciliation = new Hono<AppEnv>().get(
  "/",
  describe("Platform", {
    id: "reconcile",
    responds: { 200: "ReconciliationResponse" },
  }),
  asAdmin,
  query(ReconciliationQuery, { isStrict: true }),
  async (c) => {
    const filter = c.req.valid("query");
    const page = await reconcile(c.get("deps"), filter);
    return respond<"ReconciliationResponse">(c, {
      from: isoTime(page.from),
      to: isoTime(page.to),
      findings: page.findings.map(presentFinding),
      ledger: page.ledger,
      limit: filter.limit,
      next_cursor: checkCursor.format(page.next),
    });
  },
);

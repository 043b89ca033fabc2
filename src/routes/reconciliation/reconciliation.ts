import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { respond } from "../../http/response.ts";
import { query } from "../../http/validate.ts";
import { isoTime } from "../../lib/time.ts";
import { reconcile } from "../../services/reconciliation/reconciliation.ts";
import { presentFinding } from "../../wire/reconciliation/present-finding.ts";
import { checkCursor, ReconciliationQuery } from "../../wire/reconciliation/requests.ts";

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

// The ledger as a Worker of its own, with a database of its own, also for live: see wrangler.ledger.toml.
import { waitUntil } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { Hono, type MiddlewareHandler } from "hono";
import { type Database, openDatabase } from "#core/db/client.ts";
import { LEDGER_CONTRACT_VERSION } from "#core/domain/ledger.ts";
import { createLedger, requireToken } from "#core/ledger/app.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { type LedgerConfig, type LedgerEnv, readLedgerConfig, requireBindings } from "#core/ledger/config.ts";
import { settleDue, settleIfDue } from "#core/ledger/settle.ts";
import { memoizeWeak, rememberBriefly } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import { type BodyFault, textBody } from "#core/lib/text-body.ts";
import { ConfigError } from "#core/lib/variables.ts";
import { PROMETHEUS_TYPE } from "#core/wire/operations/prometheus.ts";
import { ledgerMetrics } from "./metrics.ts";
import { sendDueReports } from "./reports.ts";
import { auditNextPage } from "./scheduled-audit.ts";

/** A transfer's description and metadata are much shorter. */
const BODY_BYTES_MAX = 16 * 1024;
/** Each takes a handful of the 1,000 queries that D1 allows a run of the schedule. */
const SETTLEMENTS_MAX = 60;
/** More than there can be in a minute. */
const SEALS_MAX = 5_000;
/** Attempts to report what has settled, until the minute's schedule goes on with them. */
const REPORT_PAUSES_MS = [0, 1_500, 6_000];

/** Whoever asks, D1 is asked by each isolate once in this time. */
const HEALTH_REMEMBERED_MS = 2_000;

interface Opened {
  config: LedgerConfig;
  db: Database;
}

/** Built once per isolate; it holds nothing of a request. Throws ConfigError. */
const open = memoizeWeak((env: LedgerEnv): Opened => {
  requireBindings(env);
  return { config: readLedgerConfig(env), db: openDatabase(env.DB) };
});

async function responds(db: Database): Promise<boolean> {
  try {
    await db.run(sql`SELECT 1 FROM ledger_accounts LIMIT 1`);
    return true;
  } catch (error) {
    log("error", "database_check_failed", { error });
    return false;
  }
}

const appFor = memoizeWeak((env: LedgerEnv): Hono => {
  const { config, db } = open(env);
  const app = new Hono();

  const isUp = rememberBriefly(() => responds(db), HEALTH_REMEMBERED_MS, Date.now);
  app.get("/health", async (c) =>
    (await isUp())
      ? c.json({ database: "up", contract: LEDGER_CONTRACT_VERSION })
      : c.json({ error: "database_unavailable" }, 503),
  );

  app.get("/metrics", requireToken(config.metricsTokens), async (c) =>
    c.body(await ledgerMetrics(db, Date.now()), 200, { "Content-Type": PROMETHEUS_TYPE }),
  );

  const ledger = createLedger({
    db,
    tokens: config.tokens,
    guards: [limitedRequests(env), limitedBody],
    settlesAtOnce: config.settlesAtOnce,
    walletCurrency: config.walletCurrency,
    scheduleSettlement: async (id, delaySeconds) => waitUntil(settleSoon({ config, db }, id, delaySeconds)),
  });
  return app.all("*", (c) => ledger.fetch(c.req.raw));
});

const FAULTS = {
  body_too_large: [413, "must be at most 16 KB"],
  not_utf8: [400, "must be UTF-8"],
  unsupported_charset: [415, "must be UTF-8"],
  unsupported_encoding: [415, "must not be compressed"],
} as const satisfies Record<BodyFault, unknown>;

const limitedBody = textBody(BODY_BYTES_MAX, (fault, c) => {
  const [status, message] = FAULTS[fault];
  return c.json({ error: "invalid_request", details: [{ field: "body", message }] }, status);
});

/** The service counts as one caller, and takes a 429 for an unknown result: it sends the same request again. */
function limitedRequests({ LIMIT_REQUESTS }: LedgerEnv): MiddlewareHandler {
  return async (c, next) => {
    const { success } = await LIMIT_REQUESTS.limit({ key: "service" });
    return success ? await next() : c.json({ error: "too_many_requests" }, 429, { "Retry-After": "5" });
  };
}

/** The schedule does what this cannot, should the platform end it. */
async function settleSoon(opened: Opened, transactionId: string, delaySeconds: number): Promise<void> {
  await scheduler.wait(delaySeconds * 1000);
  await settleIfDue(opened.db, transactionId, Date.now());
  for (const pauseMs of REPORT_PAUSES_MS) {
    await scheduler.wait(pauseMs);
    await report(opened, transactionId);
  }
}

/** What is due: all of it, or only this transaction's. */
async function report({ config: { reports: target }, db }: Opened, transactionId?: string): Promise<void> {
  if (target === null) return;
  await sendDueReports(
    { db, target, fetch: (url, init) => fetch(url, init), clock: () => Date.now() },
    transactionId,
  );
}

/** What is due each minute; no part waits for another or fails with it. */
async function keepBooks(opened: Opened): Promise<void> {
  const parts = {
    settlements: () => settleDue(opened.db, Date.now(), SETTLEMENTS_MAX),
    reports: () => report(opened),
    journal: () => sealJournal(opened.db, SEALS_MAX),
    audit: () => auditNextPage(opened.db),
  };
  for (const [part, run] of Object.entries(parts))
    await run().catch((error: unknown) => log("error", "sweep_failed", { part, error }));
}

export default {
  fetch: async (request, env) => {
    try {
      return await appFor(env).fetch(request);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      log("error", "ledger_not_configured", { error });
      return Response.json({ error: "service_unavailable" }, { status: 503 });
    }
  },
  scheduled: (_controller, env) => keepBooks(open(env)),
} satisfies ExportedHandler<LedgerEnv>;

// The embedded ledger. It has the HTTP contract of an external ledger, plus a route that opens accounts.
import { zValidator } from "@hono/zod-validator";
import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { ValidationTargets } from "hono/types";
import type { ZodMiniType } from "zod/mini";
import type { Database } from "#core/db/client.ts";
import { bearerToken } from "#core/lib/authorization.ts";
import { log, logFailure } from "#core/lib/log.ts";
import { isOneOf } from "#core/lib/secrets.ts";
import { presentTotals } from "#core/wire/payment-intents/ledger.ts";
import { findAccount, listTransactions, openOrFindAccount } from "./accounts.ts";
import { createPosting, type Staging } from "./post-transaction.ts";
import { presentTransaction } from "./present.ts";
import {
  accountRequestIn,
  idempotencyHeader,
  keyParam,
  keyQuery,
  pageQuery,
  transactionRequest,
} from "./requests.ts";
import { SETTLEMENT_DELAY_SECONDS } from "./rules.ts";
import { settleIfDue } from "./settle.ts";
import { readTotals } from "./totals.ts";

export interface LedgerOptions {
  db: Database;
  /** All of them are accepted. */
  tokens: readonly string[];
  /**
   * Requests a later call of `settleIfDue`; the response does not wait for it. May fail: reads and the sweep settle the
   * transaction as well.
   */
  scheduleSettlement: (transactionId: string, delaySeconds: number) => Promise<void>;
  /** Only the sandbox has it. */
  staging?: Staging | null;
  /** What a caller with a token has to pass as well. */
  guards?: readonly MiddlewareHandler[];
  /** Otherwise refunds settle some seconds later. */
  settlesAtOnce?: boolean;
  /** A wallet that is opened without a currency gets it. */
  walletCurrency?: string;
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
}

/** Longer than the service waits for its ledger. Retries under the same key find what was executed. */
const SLOW_MS = 6_000;

export function createLedger({
  db,
  tokens,
  scheduleSettlement,
  staging = null,
  guards = [],
  settlesAtOnce = false,
  walletCurrency = "USD",
  now = () => Date.now(),
  wait = (ms) => scheduler.wait(ms),
}: LedgerOptions): Hono {
  const app = new Hono();
  const postTransaction = createPosting({ db, staging, settlesAtOnce });
  const findGrant = staging?.findGrant ?? (async () => null);

  app.use(requireToken(tokens));
  for (const guard of guards) app.use(guard);

  app.post(
    "/v1/transactions",
    validated("header", idempotencyHeader),
    validated("json", transactionRequest),
    async (c) => {
      const key = c.req.valid("header")["idempotency-key"];
      const posting = await postTransaction(key, c.req.valid("json"), now());
      if (!posting) return c.json({ error: "idempotency_key_reused" }, 409);
      const { transaction, isNew, isSlow } = posting;
      if (isSlow) await wait(SLOW_MS);
      if (transaction.status === "declined") return c.json({ error: transaction.declineReason }, 422);
      if (isNew && transaction.status === "pending") {
        const scheduled = scheduleSettlement(transaction.id, SETTLEMENT_DELAY_SECONDS);
        const fields = { transactionId: transaction.id };
        void logFailure("warn", "ledger_settlement_not_scheduled", fields, scheduled);
      }
      return c.json(presentTransaction(transaction), isNew ? 201 : 200);
    },
  );

  app.post(
    "/v1/transactions/:key/void",
    validated("param", keyParam),
    validated("json", transactionRequest),
    async (c) => {
      const { key } = c.req.valid("param");
      const voided = await postTransaction(key, c.req.valid("json"), now(), "not_executed");
      return voided
        ? c.json(presentTransaction(voided.transaction))
        : c.json({ error: "idempotency_key_reused" }, 409);
    },
  );

  app.get("/v1/transactions", validated("query", keyQuery), async (c) => {
    const key = c.req.valid("query").idempotency_key;
    const transaction = await settleIfDue(db, key, now(), "idempotencyKey");
    return c.json({ transactions: transaction === null ? [] : [transaction] });
  });

  app.get("/v1/transactions/:id", async (c) => {
    const transaction = await settleIfDue(db, c.req.param("id"), now());
    return transaction ? c.json(transaction) : c.json({ error: "not_found" }, 404);
  });

  app.post("/v1/accounts", validated("json", accountRequestIn(walletCurrency)), async (c) => {
    const { account, isNew } = await openOrFindAccount(db, c.req.valid("json"), now(), findGrant);
    return c.json(account, isNew ? 201 : 200);
  });

  app.get("/v1/accounts/:id", async (c) => {
    const account = await findAccount(db, c.req.param("id"), findGrant);
    return account ? c.json(account) : c.json({ error: "not_found" }, 404);
  });

  app.get("/v1/accounts/:id/transactions", validated("query", pageQuery), async (c) => {
    const found = await listTransactions(db, c.req.param("id"), c.req.valid("query"), findGrant);
    return found ? c.json(found) : c.json({ error: "invalid_request" }, 400);
  });

  app.get("/v1/totals", async (c) => c.json({ totals: (await readTotals(db)).map(presentTotals) }));

  app.notFound((c) => c.json({ error: "not_found" }, 404));

  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: "invalid_request" }, error.status);
    // Logs the route pattern, not the path: an account id is the scan token of a wallet.
    log("error", "ledger_request_failed", { method: c.req.method, route: routePath(c), error });
    return c.json({ error: "internal_error" }, 500);
  });

  return app;
}

export function requireToken(tokens: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const presented = bearerToken(c.req.header("Authorization"));
    if (presented !== null && isOneOf(presented, tokens)) return await next();
    return c.json({ error: "unauthorized" }, 401, { "WWW-Authenticate": "Bearer" });
  };
}

function validated<Target extends keyof ValidationTargets, Schema extends ZodMiniType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result, c) => {
    if (result.success) return;
    const details = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
    return c.json({ error: "invalid_request", details }, 400);
  });
}

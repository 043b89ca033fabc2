// What the sweep reads each minute does not grow with what there has been.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { listAllPositions } from "#core/db/operations/sweep-positions.ts";
import { sweepEventCounts } from "#core/services/operations/count-events.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { sweepSandbox } from "#sandbox/scheduled.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { MANY, SERIES, seedMerchantsLike } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { useQueues } from "../support/queues.ts";
import { sharedRows } from "../support/rows.ts";
import { db, deps, seedMerchant } from "../support/seeds.ts";

useQueues();
useMutedLog();
useStoppedClock();

const uuid = (tail: string, n = "n") => `printf('0190${tail}-0000-7000-8000-%012d', ${n})`;
const SHOP = uuid("aaaa");

/** Fills each of the tables that grow: all finished, long ago, each of a merchant of its own. */
async function seedHistory(): Promise<void> {
  const { id } = await seedMerchant();
  await seedMerchantsLike(id, uuid("aaaa", "i"), MANY);
  const statements = [
    `INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency, description, status, completed_by,
        refund_status, expires_at, created_at, updated_at, completed_at, version, event_sequence, payment_declines, refund_declines)
      SELECT ${uuid("bbbb")}, ${SHOP}, 'Shop', 1250, 'USD', '', 'completed', 'wallet-1', 'completed', 1, 1, 1, 1, 2, 1, 0, 0 FROM series`,
    `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts, ended_at)
      SELECT ${SHOP}, ${uuid("cccc")}, ${uuid("bbbb")}, 1, 'payment.completed', 'test', '', 1, iif(n % 2, 'delivered', 'failed'), 1, 1
      FROM series`,
    `INSERT INTO counters (id, merchant_id, name, status, location, idp_client_id, webhook_url, webhook_events, webhook_secret,
        previous_webhook_secret, previous_secret_expires_at, created_at, updated_at)
      SELECT ${uuid("dddd")}, ${SHOP}, 'Till', 'inactive', '', 'counter-' || n, NULL, '[]', '', NULL, NULL, 1, 1
      FROM series`,
    `INSERT INTO movements (id, kind, account_id, direction, amount_minor, currency, status, transaction_id, made_by, reason,
        idempotency_key, fingerprint, created_at, completed_at, is_alert_due)
      SELECT ${uuid("eeee")}, 'top_up', 'wallet-1', 'credit', 1, 'USD', 'completed', 'tx', 'desk', '', n, '', 1, 1, 0 FROM series`,
    `INSERT INTO webhook_endpoints SELECT ${SHOP}, 'https://shop.test', 20, 1, iif(n % 2, 1, NULL), 1 FROM series`,
    `INSERT INTO audit_entries (id, merchant_id, action, actor, actor_kind, occurrences, created_at, erasable, digests, sequence, hash)
      SELECT ${uuid("ffff")}, ${SHOP}, 'counter.created', 'test', 'system', 1, 4102444800000, '{}', '{}', 1000000 + n, '' FROM series`,
    `INSERT INTO customer_sessions (id_hash, id, label, created_at, last_used_at, expires_at, wallet_id, is_claimed)
      SELECT n, n, '', 4102444800000, 1, 1, 'wallet-1', 1 FROM series`,
    `INSERT INTO ledger_transactions SELECT 'seeded-' || n, 'seeded-' || n, 'payment', 'completed', NULL, 'wallet-1', 'merchant-1', 1,
      'USD', '', '{}', 1, 1, NULL FROM series`,
    `INSERT INTO idp_sign_ins (id, user_id, client_id, redirect_uri, code_challenge, code_hash, created_at, expires_at)
      SELECT n, 'user-1', 'wallet-app', '', '', n, 1, 4102444800000 FROM series`,
    `INSERT INTO sweep_positions SELECT 'failed_deliveries', ${SHOP}, '{}', 4102444800000 + n FROM series`,
  ];
  for (const statement of statements) await sharedRows.run(`${SERIES} ${statement}`, MANY);
}

async function rowsOfAMinute(): Promise<number> {
  moveClock(MINUTE);
  const operatorAlerts = { receive: async () => {} };
  return await rowsReadBy(() => sweepSandbox({ ...deps, operatorAlerts }, env));
}

describe("a minute's sweep", () => {
  let before = 0;

  beforeAll(async () => {
    for (let minute = 0; minute < 3; minute++) before = await rowsOfAMinute();
    await seedHistory();
  });

  it("reads a few rows of each part's positions", async () => {
    const read = await rowsReadBy(() => listAllPositions(db, LIMITS.resumedPositions));
    expect(read).toBeLessThan(10 * LIMITS.resumedPositions);
  });

  it("counts the events of so many merchants, and the next minute those of others", async () => {
    const read = await rowsReadBy(() => sweepEventCounts(beginSweep(deps)));
    expect(read).toBeLessThan(4 * LIMITS.countedMerchants);
  });

  it("reads no more of many of everything than of nothing, but for those", async () => {
    const after = await rowsOfAMinute();
    expect(after - before).toBeLessThan(5 * LIMITS.countedMerchants);
  });
});

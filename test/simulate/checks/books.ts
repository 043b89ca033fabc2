// What D1 says beside the intents: totals, the audit trail, and that nothing is unfinished or due any more.
import { openDatabase } from "#core/db/client.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import { sumLines } from "../../support/statement-sums.ts";
import { topicOf } from "../parties/pushes.ts";
import { MERCHANTS } from "../plan.ts";
import type { SimulatedRows } from "../platform/rows.ts";
import { merchantId } from "../shop.ts";
import type { World } from "../world.ts";

/** What is left to do, by table. There is none of it when all is quiet. */
const LEFT_TO_DO: Record<string, string> = {
  unfinished_work: "SELECT work || ' ' || intent_id AS about FROM unfinished_work",
  events: "SELECT 'for the bus: ' || type || ' ' || id AS about FROM events WHERE bus_due_at IS NOT NULL",
  movements:
    "SELECT kind || ' ' || id AS about FROM movements WHERE status IN ('processing', 'awaiting_approval')",
  provider_tasks: "SELECT kind || ' ' || subject AS about FROM provider_tasks",
};

const SUMS = `SELECT coalesce(sum(iif(status = 'completed', amount_minor, 0)), 0) AS payment,
    coalesce(sum(iif(refund_status = 'completed', amount_minor, 0)), 0) AS refund
  FROM payment_intents WHERE merchant_id = ?`;

/** Each way: a refund without its entry, and an entry without its refund. */
const AUDIT = `SELECT id FROM (SELECT id FROM events WHERE type = 'refund.pending' UNION ALL
    SELECT DISTINCT id FROM audit_entries WHERE action = 'refund.requested') GROUP BY id HAVING count(*) <> 2`;

export async function checkBooks(world: World, isEnd: boolean): Promise<string[]> {
  const violations = await checkTotals(world);
  for (const [name, shard] of world.shards) {
    const about = name === HOME ? "at home" : `in the cell ${name}`;
    if (world.hasBeenRestored) continue;
    for (const { id } of shard.query(AUDIT))
      violations.push(`${about}: the refund ${String(id).slice(-6)} and the audit trail differ`);
    for (const [table, sql] of isEnd ? Object.entries(LEFT_TO_DO) : [])
      for (const row of shard.has(table) ? shard.query(sql) : [])
        violations.push(`${about}: ${table} still has ${row.about}`);
  }
  // A push may be lost.
  for (const queue of world.queues.dead.filter((name) => name !== "pushes"))
    violations.push(`a message has died in the queue ${queue}`);
  return isEnd ? [...violations, ...checkWallets(world), ...checkShards(world)] : violations;
}

export async function checkTotals({ shards }: World): Promise<string[]> {
  const found = await Promise.all([...shards.values()].map(checkSums));
  return found.flat();
}

async function checkSums(shard: SimulatedRows): Promise<string[]> {
  const db = openDatabase(databaseBinding(shard));
  const violations: string[] = [];
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const id = merchantId(merchant);
    const sums = await sumLines(db, id, { from: 0, to: Number.MAX_SAFE_INTEGER / 2 });
    const [row] = shard.query(SUMS, [id]);
    for (const kind of ["payment", "refund"] as const) {
      const total = sums.filter((sum) => sum.kind === kind).reduce((sum, each) => sum + each.amountMinor, 0n);
      if (Number(total) !== Number(row?.[kind]))
        violations.push(`merchant ${merchant}'s ${kind}s are ${row?.[kind]}, and its totals say ${total}`);
    }
  }
  return violations;
}

/** Each event is in one shard. */
function checkShards({ shards }: World): string[] {
  const seen = new Set<unknown>();
  return [...shards.values()].flatMap((shard) =>
    shard.query("SELECT id FROM events").flatMap(({ id }) => {
      const isTwice = seen.has(id);
      seen.add(id);
      return isTwice ? [`the event ${String(id).slice(-6)} is in two shards`] : [];
    }),
  );
}

/** What a wallet is told over the bus and by its sockets, by the event that says it to merchants. */
const TOLD = {
  "payment.completed": ["wallet.balance.updated", "balance_changed"],
  "refund.completed": ["wallet.balance.updated", "balance_changed"],
  "payment.pending_approval": ["payment.approval_requested", "approval_requested"],
} as const;

/**
 * The bus has passed everything to the wallets' platform, unless its queue was lost or a restored database has forgotten what
 * was sent. Sockets and browsers are told while nothing fails.
 */
function checkWallets(world: World): string[] {
  const { shards, rows, faults, isCalm, told, pushes } = world;
  if (world.hasBeenRestored || world.hasErasure || faults.exercised.has("process_crash_with_queue"))
    return [];
  const sent = new Set(
    rows.query("SELECT cloud_event FROM wallet_events").map(({ cloud_event }) => {
      const { type, id } = JSON.parse(String(cloud_event));
      return `${type} ${id}`;
    }),
  );
  return [...shards.values()].flatMap((shard) =>
    shard.query("SELECT id, type, intent_id FROM events").flatMap(({ id, type, intent_id: intentId }) => {
      const [overBus, bySocket] = TOLD[type as keyof typeof TOLD] ?? [];
      if (overBus === undefined) return [];
      const about = `${type} of the intent ${String(intentId).slice(-6)}`;
      if (!sent.has(`${overBus} ${id}`)) return [`no wallet was told of ${about}`];
      if (!isCalm) return [];
      const isPushed = type !== "payment.pending_approval" || pushes.topics.has(topicOf(String(intentId)));
      return [
        ...(told.has(`${bySocket} ${intentId}`) ? [] : [`no socket was told of ${about}`]),
        ...(isPushed ? [] : [`no browser was told of ${about}`]),
      ];
    }),
  );
}

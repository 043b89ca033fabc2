// Makes sure, before anything is measured, that the baseline does the same work as the service: one request of every
// kind must get responses with the same headers and of the same length, and leave the same number of rows. Webhooks are
// left out: nobody waits for a response.
import { setTimeout as sleep } from "node:timers/promises";
import { planName } from "./plans.ts";
import { type Exchange, exchange } from "./requests.ts";
import type { Side } from "./rounds.ts";
import { idsFor, type Route } from "./routes.ts";
import type { Stage } from "./stage.ts";

/** A QR code's image compresses better or worse with the intent's id. */
const LENGTH_TOLERANCE = 0.05;

export async function verifyBaseline(stage: Stage, routes: readonly Route[]): Promise<void> {
  for (const route of routes) {
    if (route.traffic === null) continue;
    const traffic = route.traffic(stage.scene);
    for (const [index, shape] of traffic.shapes.entries()) {
      const name = planName(route, index);
      const ask = async (side: Side) => {
        const { db, url } = stage.servers[side];
        const [id = ""] = await idsFor(db, traffic, 1);
        return await exchange(url, shape, name, id);
      };
      requireSameResponse(name, ...(await Promise.all([ask("service"), ask("baseline")])));
    }
  }
  await sleep(Math.max(...routes.map(({ settleMs }) => settleMs)));
  await requireSameRows(stage);
  const last = await fetch(stage.servers.baseline.url);
  if (!last.ok) throw new Error(`in the baseline's background: ${await last.text()}`);
}

function requireSameResponse(name: string, service: Exchange, baseline: Exchange): void {
  const [expected, actual] = [service, baseline].map(({ headers }) => Object.keys(headers).sort().join(", "));
  if (expected !== actual) throw new Error(`${name}: the baseline's headers are ${actual}, not ${expected}`);
  const difference = Math.abs(service.body.length - baseline.body.length);
  if (difference > service.body.length * LENGTH_TOLERANCE)
    throw new Error(`${name}: the baseline sends ${baseline.body.length} bytes, not ${service.body.length}`);
}

async function requireSameRows({ servers }: Stage): Promise<void> {
  const [service, baseline] = await Promise.all([
    countRows(servers.service.db),
    countRows(servers.baseline.db),
  ]);
  for (const [subject, count] of Object.entries(service)) {
    const other = baseline[subject];
    if (other !== count) throw new Error(`the baseline has stored ${other} rows of ${subject}, not ${count}`);
  }
}

/** By table, and the intents by status as well. */
async function countRows(db: D1Database): Promise<Record<string, number>> {
  const tables = await db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>();
  const counts: Record<string, number> = {};
  for (const { name } of tables.results) {
    const row = await db.prepare(`SELECT count(*) AS count FROM "${name}"`).first<{ count: number }>();
    counts[name] = row?.count ?? 0;
  }
  const statuses = await db
    .prepare(
      "SELECT status, refund_status, count(*) AS count FROM payment_intents GROUP BY status, refund_status",
    )
    .all<{ status: string; refund_status: string | null; count: number }>();
  for (const { status, refund_status, count } of statuses.results)
    counts[`payment_intents, ${status}, refund ${refund_status}`] = count;
  return counts;
}

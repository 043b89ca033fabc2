// What cells report of themselves to home, which thus need not ask each of them for the metrics. A cell has a row from its
// registration on: these are the cells that home knows.
import { asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { Gauges, ShardGauges } from "#core/db/operations/gauges.ts";
import { cellReports } from "#core/db/schema/operations.ts";
import { AGES_SECONDS, type EventCounts } from "#core/domain/operations/metrics.ts";
import { CHAIN_START, type ChainLink } from "#core/lib/hash-chain.ts";

interface CellReport {
  cell: string;
  reportedAt: number;
  gauges: ShardGauges;
  eventCounts: EventCounts;
  chainHead: ChainLink;
  sizeBytes: number;
}

/** Adds the cells that are registered for a merchant: until they report, a report of nothing gets old. */
export function registerCellForReports(home: Database, merchantId: string) {
  const start = JSON.stringify(CHAIN_START);
  return home
    .insert(cellReports)
    .select(
      sql`SELECT cell, CAST(unixepoch('subsec') * 1000 AS INTEGER), '{}', '{}', ${start}, 0
          FROM account_copies WHERE merchant_id = ${merchantId}`,
    )
    .onConflictDoNothing();
}

/** Lists them in order of name. */
export async function listCells(home: Database): Promise<string[]> {
  const { cell } = cellReports;
  const rows = await home.select({ cell }).from(cellReports).orderBy(asc(cell));
  return rows.map((row) => row.cell);
}

/** Lists any that have not reported since then: some may never report again, and keep no others from being listed. */
export async function listSilentCells(home: Database, since: number, limit: number): Promise<string[]> {
  const { cell, reportedAt } = cellReports;
  const silent = home.select({ cell }).from(cellReports).where(lt(reportedAt, since));
  const rows = await silent.orderBy(sql`random()`).limit(limit);
  return rows.map((row) => row.cell);
}

/** Replaces the cell's last one, and returns the end of the chain that was in it. */
export async function storeCellReport(home: Database, report: CellReport): Promise<ChainLink> {
  const { cell, ...set } = report;
  const { chainHead } = cellReports;
  const [[last]] = await home.batch([
    home.select({ chainHead }).from(cellReports).where(eq(cellReports.cell, cell)),
    home.insert(cellReports).values(report).onConflictDoUpdate({ target: cellReports.cell, set }),
  ]);
  return last?.chainHead ?? CHAIN_START;
}

interface MetricValues {
  gauges: Gauges;
  counts: EventCounts;
}

type Row = Gauges &
  CellsAtOnce & { timeToPayMs: number } & Record<"byType" | "byDelivery" | "paidWithin", string>;

interface CellsAtOnce {
  oldestReportAt: number | null;
  largestBytes: number | null;
}

/** Adds up home's and what the cells have last reported. Of what is oldest, the oldest of all is taken. */
export async function addCellReports(
  home: Database,
  { gauges, counts }: MetricValues,
): Promise<MetricValues & CellsAtOnce> {
  const columns = Object.keys(gauges).map((name) => sql`${merged(name)} AS ${sql.identifier(name)}`);
  const { byType, byDelivery, paidWithin, timeToPayMs, oldestReportAt, largestBytes, ...all } =
    await home.get<Row>(sql`
    WITH reports(gauges, counts) AS (
      SELECT gauges, event_counts FROM cell_reports
      UNION ALL SELECT ${JSON.stringify(gauges)}, ${JSON.stringify(counts)})
    SELECT ${sql.join(columns, sql`, `)},
      (SELECT json_group_object(key, total) FROM ${sums("byType")}) AS "byType",
      (SELECT json_group_object(key, total) FROM ${sums("byDelivery")}) AS "byDelivery",
      (SELECT json_group_array(total) FROM ${sums("paidWithin")}) AS "paidWithin",
      sum(counts ->> 'timeToPayMs') AS "timeToPayMs",
      (SELECT min(reported_at) FROM cell_reports) AS "oldestReportAt",
      (SELECT max(size_bytes) FROM cell_reports) AS "largestBytes"
    FROM reports`);
  return {
    gauges: all,
    counts: {
      ...{ countedTo: counts.countedTo, timeToPayMs },
      byType: JSON.parse(byType),
      byDelivery: JSON.parse(byDelivery),
      paidWithin: JSON.parse(paidWithin),
    },
    oldestReportAt,
    largestBytes,
  };
}

function merged(gauge: string): SQL {
  const value = sql.raw(`gauges ->> '${gauge}'`);
  if (gauge.startsWith("oldest")) return sql`min(${value})`;
  if (!gauge.endsWith("ByAge")) return sql`sum(${value})`;
  const byAge = AGES_SECONDS.map((_, index) => sql.raw(`sum(gauges ->> '${gauge}' ->> ${index})`));
  return sql`json_array(${sql.join(byAge, sql`, `)})`;
}

function sums(counts: "byType" | "byDelivery" | "paidWithin"): SQL {
  return sql.raw(`(SELECT key, sum(value) AS total FROM reports, json_each(counts, '$.${counts}')
    GROUP BY key ORDER BY key)`);
}

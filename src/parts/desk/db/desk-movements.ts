// What a desk's movements need of D1 besides what all movements do.
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { type ScanTokenUse, useScanToken, whereUsedBy } from "#core/db/wallet/scan-checks.ts";
import { CLOCK_SKEW_MS } from "#core/domain/shards/shard-ids.ts";
import {
  isTooOldToCorrect,
  type Movement,
  type MovementKind,
  type MovementStatus,
} from "../domain/movement.ts";
import { whereServingDesk } from "./desks.ts";
import type { MovementGuard } from "./movements.ts";

/** The desk is active, a clerk stands there if it has any, and nobody else uses the scan token. */
export function deskGuard(db: Database, deskId: string, use: ScanTokenUse | null): MovementGuard {
  const isActive = whereServingDesk(deskId);
  if (use === null) return { isAllowed: isActive };
  return { before: [useScanToken(db, use)], isAllowed: and(isActive, whereUsedBy(use)) as SQL };
}

/**
 * All corrections of a top-up together take back no more than it was, with what waits for approval: by another machine's clock
 * it may still be approved when it has expired by this one's. A top-up is corrected within a day.
 */
export function correctionGuard(topUp: Movement, correctedMinor: number, now: number) {
  const { deskId, id, amountMinor } = topUp;
  const back = sql`SELECT coalesce(sum(amount_minor), 0) FROM movements WHERE corrects_id = ${id}
    AND (status IN ('processing', 'completed') OR (status = 'awaiting_approval' AND expires_at > ${now - CLOCK_SKEW_MS}))`;
  const isServing = whereServingDesk(deskId ?? "");
  const isRecent = sql`${isTooOldToCorrect(topUp, now) ? 0 : 1}`;
  return { isAllowed: sql`${isServing} AND ${isRecent} AND ${correctedMinor} + (${back}) <= ${amountMinor}` };
}

export interface DaySum {
  kind: MovementKind | "correction";
  status: MovementStatus;
  count: number;
  amountMinor: number;
}

/** Adds up from then on. What was not approved in time has expired, whether that is recorded or not. */
export async function sumDay(db: Database, deskId: string, from: number, now: number): Promise<DaySum[]> {
  return await db.all<DaySum>(sql`
    SELECT iif(corrects_id IS NULL, kind, 'correction') AS kind, CASE WHEN status = 'awaiting_approval' AND expires_at <= ${now} THEN 'expired' ELSE status END AS status,
      count(*) AS count, sum(amount_minor) AS "amountMinor"
    FROM movements INDEXED BY movements_by_desk WHERE desk_id = ${deskId} AND created_at >= ${from}
    GROUP BY 1, 2 ORDER BY 1, 2`);
}

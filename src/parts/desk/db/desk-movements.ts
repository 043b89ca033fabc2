// What a desk's movements need of D1 besides what all movements do.
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { type ScanTokenUse, useScanToken, whereUsedBy } from "#core/db/wallet/scan-checks.ts";
import type { MovementKind, MovementStatus } from "../domain/movement.ts";
import { whereActiveDesk } from "./desks.ts";
import type { MovementGuard } from "./movements.ts";

/** The desk is active, and nobody else uses the scan token. */
export function deskGuard(db: Database, deskId: string, use: ScanTokenUse | null): MovementGuard {
  const isActive = whereActiveDesk(deskId);
  if (use === null) return { isAllowed: isActive };
  return { before: [useScanToken(db, use)], isAllowed: and(isActive, whereUsedBy(use)) as SQL };
}

export interface DaySum {
  kind: MovementKind;
  status: MovementStatus;
  count: number;
  amountMinor: number;
}

/** Adds up from then on. What was not approved in time has expired, whether that is recorded or not. */
export async function sumDay(db: Database, deskId: string, from: number, now: number): Promise<DaySum[]> {
  return await db.all<DaySum>(sql`
    SELECT kind, CASE WHEN status = 'awaiting_approval' AND expires_at <= ${now} THEN 'expired' ELSE status END AS status,
      count(*) AS count, sum(amount_minor) AS "amountMinor"
    FROM movements INDEXED BY movements_by_desk WHERE desk_id = ${deskId} AND created_at >= ${from}
    GROUP BY 1, 2 ORDER BY 1, 2`);
}

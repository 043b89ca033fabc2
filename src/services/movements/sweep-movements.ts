// What the sweep does for movements and for the float.
import { listAlertsDue, listUnfinished, noteAlerted } from "../../db/movements/movements.ts";
import { savePosition } from "../../db/operations/sweep-positions.ts";
import type { Cursor } from "../../domain/cursor.ts";
import { decimalText } from "../../domain/money.ts";
import { uuidOf } from "../../lib/derived-uuid.ts";
import { log } from "../../lib/log.ts";
import { sixAtATime } from "../../lib/six-at-a-time.ts";
import { isoTime } from "../../lib/time.ts";
import { presentMovement } from "../../wire/movements/present-movement.ts";
import { tell } from "../operations/operator-alerts.ts";
import { resumeSweep, type SweepRun } from "../operations/resume-sweep.ts";
import { LIMITS } from "../operations/sweep-limits.ts";
import { type CurrencyFloat, findFloatBreaks } from "./float.ts";
import { settleMovement } from "./movements.ts";

/** The request that has begun it is still waiting for the ledger until then. */
const GRACE_MS = 30_000;
/** Adding up all accounts is much work for a ledger. */
const FLOAT_CHECK_MS = 60 * 60_000;

/** Repeats the transfers whose results are not known, and records what was not approved in time. */
export async function sweepMovements(run: SweepRun): Promise<void> {
  await resumeSweep<Cursor>(run, "movements", { createdAt: 0, id: "" }, async (after) => {
    const found = await listUnfinished(run.db, run.clock() - GRACE_MS, after, LIMITS.movements);
    // One that fails is logged, so that it does not hold up the others.
    await sixAtATime(found, ({ id }) =>
      settleMovement(run, id).catch((error: unknown) =>
        log("error", "sweep_movement_failed", { movement_id: id, error }),
      ),
    );
    const last = found.at(-1);
    return last === undefined || found.length < LIMITS.movements ? null : last;
  });
}

/** Tells operators of each adjustment. */
export async function sweepMovementAlerts(run: SweepRun): Promise<void> {
  if (run.operatorAlerts === null) return;
  for (const movement of await listAlertsDue(run.db, LIMITS.movementAlerts)) {
    const alert = {
      id: movement.id,
      type: "adjustment.requested",
      timestamp: isoTime(movement.createdAt),
      data: presentMovement(movement),
    } as const;
    if (await tell(run, alert)) await noteAlerted(run.db, movement.id);
  }
}

export interface FloatCheck {
  /** In how many currencies the float did not add up. */
  mismatches: number;
}

/** Operators are told at each check, under the same id while it is the same difference. */
export async function sweepFloat(run: SweepRun): Promise<void> {
  const now = run.clock();
  const last = (await run.positions).find(({ part }) => part === "float_check");
  if (last !== undefined && now - last.updatedAt < FLOAT_CHECK_MS) return;
  const breaks = await findFloatBreaks(run.ledger);
  const found = breaks.ok ? breaks.value : [];
  for (const each of found) await tellBreak(run, each, now);
  const position: FloatCheck = { mismatches: found.length };
  await savePosition(run.db, { part: "float_check", key: "", position, updatedAt: now });
}

async function tellBreak(run: SweepRun, broken: CurrencyFloat, now: number): Promise<void> {
  const { currency } = broken;
  const difference = decimalText(broken.differenceMinor, currency);
  log("error", "float_mismatch", { currency, difference });
  const id = await uuidOf(`float.mismatch ${currency} ${difference}`);
  await tell(run, { id, type: "float.mismatch", timestamp: isoTime(now), data: { currency, difference } });
}

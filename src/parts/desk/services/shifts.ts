// A clerk's shift at a desk: begun with the cash in the drawer, ended with the cash that was counted.

import { savePosition } from "#core/db/operations/sweep-positions.ts";
import { pageOf } from "#core/db/paging.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { decimalText } from "#core/domain/money.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { DAY_MS } from "#core/domain/sessions/session.ts";
import { derivedUuid } from "#core/lib/derived-uuid.ts";
import { hmacOf } from "#core/lib/hmac.ts";
import { utf8 } from "#core/lib/utf8.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { SweepRun } from "#core/services/operations/resume-sweep.ts";
import { keyReused, type Refusal } from "#core/services/refusal.ts";
import { findDesk } from "../db/desks.ts";
import {
  closeShift as closeRow,
  findShift,
  forgetClerks,
  insertShift,
  listShifts as listRows,
} from "../db/shifts.ts";
import type { Shift } from "../domain/shift.ts";
import type { DeskActor } from "./customers.ts";
import { whyNotServing } from "./desk-movements.ts";

interface Opening {
  clerk: string;
  openingFloatMinor: number;
  idempotencyKey: string;
}

/** The same request under the same key opens one shift; one statement lets a desk have one open shift. */
export async function openShift(
  deps: Dependencies,
  { desk, actor }: DeskActor,
  { clerk, openingFloatMinor, idempotencyKey }: Opening,
): Promise<Result<Shift, Refusal>> {
  const parts = utf8(JSON.stringify(["desk shift", desk.id, idempotencyKey]));
  const id = derivedUuid(await hmacOf(deps.config.idempotencyKeySecret, parts));
  const closed = { closedAt: null, countedMinor: null, topUpsMinor: null, payOutsMinor: null };
  const born = { id, deskId: desk.id, clerk, openingFloatMinor, openedAt: deps.clock(), ...closed };
  const details = `opening float ${decimalText(openingFloatMinor, desk.currency)} ${desk.currency}`;
  const event = { action: "desk_shift.opened", merchantId: null, targetId: id, details } as const;
  await audited(deps, actor, event, (entry) => insertShift(deps.db, born, entry));
  const found = await findShift(deps.db, desk.id, id);
  if (found === null) return err(await whyNotOpened(deps, desk, clerk));
  const differing = [
    ...(found.clerk === clerk ? [] : ["clerk"]),
    ...(found.openingFloatMinor === openingFloatMinor ? [] : ["opening_float"]),
  ];
  return differing.length === 0 ? ok(found) : keyReused(`shift ${id}`, differing);
}

async function whyNotOpened(deps: Dependencies, desk: DeskActor["desk"], clerk: string): Promise<Refusal> {
  if (!desk.clerks.includes(clerk)) return "unknown_clerk";
  const refusal = await whyNotServing(deps, desk, "shift_open");
  // It was closed or emptied of clerks a moment ago.
  return refusal === "shift_not_open" ? "unknown_clerk" : refusal;
}

/** Safe to repeat with the same count. */
export async function closeShift(
  deps: Dependencies,
  { desk, actor }: DeskActor,
  { shiftId: id, countedMinor }: { shiftId: string; countedMinor: number },
): Promise<Result<Shift, Refusal>> {
  const details = `counted ${decimalText(countedMinor, desk.currency)} ${desk.currency}`;
  const event = { action: "desk_shift.closed", merchantId: null, targetId: id, details } as const;
  const closing = { countedMinor, closedAt: deps.clock() };
  await audited(deps, actor, event, (entry) => closeRow(deps.db, { deskId: desk.id, id }, closing, entry));
  const found = await findShift(deps.db, desk.id, id);
  if (found === null) return err("shift_not_found");
  if (found.closedAt === null) return err("movement_under_way");
  return found.countedMinor === countedMinor ? ok(found) : err("shift_closed");
}

/** Lists the newest first. */
export async function listShifts(
  { db }: Dependencies,
  deskId: string,
  { limit, cursor }: { limit: number; cursor: Cursor | null },
): Promise<Result<{ currency: string; shifts: Shift[]; next: Cursor | null }, Refusal>> {
  const desk = await findDesk(db, deskId);
  if (desk === null) return err("desk_not_found");
  const { rows, next } = pageOf(await listRows(db, deskId, cursor, limit + 1), limit);
  const after = next && { createdAt: next.openedAt, id: next.id };
  return ok({ currency: desk.currency, shifts: rows, next: after });
}

/** The audit trail says for as long who did what. */
const CLERKS_KEPT_MS = 400 * DAY_MS;

/** Once a day: all shifts are read for it. */
export async function sweepClerks(run: SweepRun): Promise<void> {
  const now = run.clock();
  const last = (await run.positions).find(({ part }) => part === "desk_clerks");
  if (last !== undefined && now - last.updatedAt < DAY_MS) return;
  await forgetClerks(run.db, now - CLERKS_KEPT_MS);
  await savePosition(run.db, { part: "desk_clerks", key: "", position: {}, updatedAt: now });
}

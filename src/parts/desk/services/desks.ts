import type { Actor } from "#core/domain/audit/actor.ts";
import { decimalText } from "#core/domain/money.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { type DeskChange, findDesk, insertDesk, updateDesk } from "../db/desks.ts";
import { type Desk, type DeskLimits, rollsUntil } from "../domain/desk.ts";

export async function createDesk(
  deps: Dependencies,
  actor: Actor,
  input: Pick<Desk, "name" | "currency" | "timeZone" | "clerks" | keyof DeskLimits>,
): Promise<Desk> {
  const now = deps.clock();
  const desk: Desk = {
    ...input,
    id: crypto.randomUUID(),
    status: "active",
    createdAt: now,
    updatedAt: now,
    limitsRollUntil: null,
  };
  const { clerks, ...rest } = desk;
  const named = clerks.length === 0 ? rest : desk;
  const event = { action: "desk.created", merchantId: null, targetId: desk.id } as const;
  await audited(deps, actor, { ...event, details: detailsOf(named, desk.currency) }, (entry) =>
    insertDesk(deps.db, desk, entry),
  );
  return desk;
}

export async function readDesk({ db }: Dependencies, id: string): Promise<Result<Desk, Refusal>> {
  const desk = await findDesk(db, id);
  return desk === null ? err("desk_not_found") : ok(desk);
}

/** Deactivating it ends its tablets, codes and pay-outs that await approval. What is left out stays. */
export async function changeDesk(
  deps: Dependencies,
  actor: Actor,
  desk: Desk,
  given: DeskChange,
): Promise<Result<Desk, Refusal>> {
  const { id, currency } = desk;
  const updatedAt = deps.clock();
  const zone = given.timeZone ?? desk.timeZone;
  const limitsRollUntil = zone === desk.timeZone ? undefined : rollsUntil(desk, zone, updatedAt);
  const change = { ...given, updatedAt, limitsRollUntil };
  const event = { action: "desk.changed", merchantId: null, targetId: id } as const;
  const changed = await audited(deps, actor, { ...event, details: detailsOf(given, currency) }, (entry) =>
    updateDesk(deps.db, id, change, entry),
  );
  return changed === null ? err("desk_not_found") : ok(changed);
}

function detailsOf(given: DeskChange, currency: string): string {
  const { name, timeZone, status, clerks, topUpMaxMinor, topUpDayMinor, payOutMaxMinor, payOutDayMinor } =
    given;
  const limits = Object.entries({
    "top-up": topUpMaxMinor,
    "top-ups a day": topUpDayMinor,
    "pay-out": payOutMaxMinor,
    "pay-outs a day": payOutDayMinor,
  });
  const texts = limits.flatMap(([what, minor]) =>
    minor === undefined ? [] : [`${what} ${decimalText(minor, currency)} ${currency}`],
  );
  // Their names are personal data, which the trail could not forget.
  const staff = clerks && `${clerks.length} clerks`;
  return [name, timeZone, status, staff, ...texts].filter((text) => text !== undefined).join(", ");
}

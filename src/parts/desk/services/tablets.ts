// Tablets: browsers that act as a desk, paired with a one-time code like tills.

import type { ReadPairing } from "#core/db/sessions/pairings.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import {
  createPairingCode,
  type NewCode,
  nextNumber,
  type PairingRefusal,
  readPairing,
} from "#core/services/sessions/pairing-codes.ts";
import { newCookie, type Opened } from "#core/services/sessions/sessions.ts";
import { findDesk } from "../db/desks.ts";
import {
  type DeskPairing,
  deskPairingCodes,
  endTablet,
  insertDeskPairing,
  insertTablet,
  listTabletsOf,
  nameTablet,
} from "../db/tablets.ts";
import { DESK_FACE, type Desk, type DeskSession, deskActor } from "../domain/desk.ts";

export async function createDeskPairing(
  deps: Dependencies,
  actor: Actor,
  { deskId, createdBy }: { deskId: string; createdBy: string },
): Promise<Result<NewCode, Refusal>> {
  const target = { merchantId: null, targetId: deskId };
  const created = await createPairingCode(deps, actor, target, (row, entry) =>
    insertDeskPairing(deps.db, { ...row, deskId, createdBy }, deps.clock(), entry),
  );
  if (created !== null) return ok(created);
  return err((await findDesk(deps.db, deskId)) === null ? "desk_not_found" : "desk_not_active");
}

/** The desk of which the code would make the browser a tablet, and the number of its next one. The code stays as it is. */
export async function lookUpDeskPairing(
  deps: Dependencies,
  code: string,
  addressKey: string,
): Promise<Result<{ desk: Desk; number: number }, PairingRefusal>> {
  const found = await usablePairing(deps, code, addressKey, deskPairingCodes.find);
  if (!found.ok) return found;
  const { desk } = found.value;
  const tablets = await listTabletsOf(deps.db, desk.id, deps.clock());
  return ok({ desk, number: nextNumber(tablets.map(({ label }) => label)) });
}

/** Uses the code up, also when the desk has been stopped. */
export async function redeemDeskPairing(
  deps: Dependencies,
  { code, name }: { code: string; name: string },
  request: { requestId: string; addressKey: string },
): Promise<Result<Opened<DeskSession>, PairingRefusal>> {
  const found = await usablePairing(deps, code, request.addressKey, deskPairingCodes.take);
  if (!found.ok) return found;
  const { deskId, createdBy: pairedBy } = found.value.pairing;
  const { secret, cookie } = await newCookie(deps, DESK_FACE, null);
  const session = { ...cookie, deskId, pairedBy, label: name };
  // It may have been stopped meanwhile: once it is active again, its tablets are to be paired anew.
  if (!(await insertTablet(deps.db, session))) return err("unknown_pairing_code");
  const event = { action: "tablet.paired", merchantId: null, targetId: session.id, details: name } as const;
  await recordAudit(deps, deskActor(session, request), event);
  return ok({ secret, session });
}

async function usablePairing(
  deps: Dependencies,
  code: string,
  addressKey: string,
  read: ReadPairing<DeskPairing>,
): Promise<Result<{ pairing: DeskPairing; desk: Desk }, PairingRefusal>> {
  const found = await readPairing(deps, code, addressKey, read);
  if (!found.ok) return found;
  const desk = await findDesk(deps.db, found.value.deskId);
  if (desk?.status !== "active") return err("unknown_pairing_code");
  return ok({ pairing: found.value, desk });
}

/** Lists the newest first. */
export async function listTablets(
  { db, clock }: Dependencies,
  deskId: string,
): Promise<Result<DeskSession[], Refusal>> {
  if ((await findDesk(db, deskId)) === null) return err("desk_not_found");
  return ok(await listTabletsOf(db, deskId, clock()));
}

type TabletKey = Record<"deskId" | "tabletId", string>;

export async function renameTablet(
  deps: Dependencies,
  actor: Actor,
  { deskId, tabletId }: TabletKey,
  name: string,
): Promise<Result<DeskSession, Refusal>> {
  const tablet = await nameTablet(deps.db, deskId, tabletId, name);
  if (tablet === null) return err("tablet_not_found");
  const event = { action: "tablet.renamed", merchantId: null, targetId: tabletId, details: name } as const;
  await recordAudit(deps, actor, event);
  return ok(tablet);
}

/** From then on its requests get 401. */
export async function revokeTablet(
  deps: Dependencies,
  actor: Actor,
  { deskId, tabletId }: TabletKey,
): Promise<Result<null, Refusal>> {
  if (!(await endTablet(deps.db, deskId, tabletId))) return err("tablet_not_found");
  await recordAudit(deps, actor, { action: "tablet.revoked", merchantId: null, targetId: tabletId });
  return ok(null);
}

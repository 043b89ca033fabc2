// Tills: browsers that act as a counter, paired with a one-time code.
import { findCounter } from "#core/db/counters/counters.ts";
import {
  insertPairing,
  type Pairing,
  type ReadPairing,
  tillPairingCodes,
} from "#core/db/sessions/pairings.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { actorKindOf } from "#core/domain/audit/audit-trail.ts";
import { commandRefusal, isSessionEnded } from "#core/domain/merchants/restrictions.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { type Session, tillIdentity } from "#core/domain/sessions/session.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import {
  createPairingCode,
  type NewCode,
  nextNumber,
  PAIRING_MS,
  type PairingRefusal,
  readPairing,
} from "#core/services/sessions/pairing-codes.ts";
import { describeSession, type Opened, openSession, placeTill } from "#core/services/sessions/sessions.ts";

export async function createPairing(
  deps: Dependencies,
  actor: Actor,
  { merchantId, counterId, createdBy }: { merchantId: string; counterId: string; createdBy: string },
): Promise<Result<NewCode, Refusal>> {
  const target = { merchantId, targetId: counterId };
  const created = await createPairingCode(deps, actor, target, (row, entry) =>
    insertPairing(deps.db, { ...row, merchantId, counterId, createdBy }, deps.clock(), entry),
  );
  if (created !== null) return ok(created);
  const counter = await findCounter(deps.db, merchantId, counterId);
  return err(counter === null ? "counter_not_found" : "counter_not_active");
}

/** Enough to find a number for the next till. */
const NUMBERED_MAX = 100;

/** What the code would make the browser a till of, and the number of the shop's next till. The code stays as it is. */
export async function lookUpPairing(
  deps: Dependencies,
  code: string,
  addressKey: string,
): Promise<Result<Awaited<ReturnType<typeof describeSession>> & { number: number }, PairingRefusal>> {
  const pairing = await usablePairing(deps, code, addressKey, tillPairingCodes.find);
  if (!pairing.ok) return pairing;
  const { merchantId, counterId, createdBy: subject } = pairing.value;
  const [names, tills] = await Promise.all([
    describeSession(deps, { kind: "till", merchantId, counterId, subject }),
    // A number that is proposed is no reason to fail, as where one of many cells does.
    deps.sessions.listTillsSince(merchantId, 0, deps.clock(), NUMBERED_MAX).catch(() => []),
  ]);
  return ok({ ...names, number: nextNumber(tills.map(({ label }) => label)) });
}

/** Uses the code up, also when the merchant or the counter has been stopped, but not when the till's cell fails. */
export async function redeemPairing(
  deps: Dependencies,
  { code, name }: { code: string; name: string },
  request: { requestId: string; addressKey: string },
): Promise<Result<Opened, PairingRefusal>> {
  const pairing = await usablePairing(deps, code, request.addressKey, async (db, codeHash, now) => {
    const found = deps.shards.hasCells ? await tillPairingCodes.find(db, codeHash, now) : null;
    const sessionId = found === null ? null : await placeTill(deps, found.merchantId);
    const taken = await tillPairingCodes.take(db, codeHash, now);
    return taken === null ? null : { ...taken, sessionId };
  });
  if (!pairing.ok) return pairing;
  const { merchantId, counterId, createdBy, sessionId } = pairing.value;
  const holder = { kind: "till", merchantId, counterId, subject: createdBy, label: name } as const;
  const opened = await openSession(deps, holder, null, sessionId);
  const { clientId, subject, ...till } = tillIdentity(opened.session);
  const origin = {
    kind: actorKindOf({ ...till, clientId, subject }),
    subject,
    addressKey: request.addressKey,
  };
  const actor = { client: clientId, requestId: request.requestId, origin };
  const paired = { action: "till.paired", merchantId, targetId: opened.session.id, details: name } as const;
  await recordAudit(deps, actor, paired);
  return ok(opened);
}

/** Only while its maker is enabled and an owner, and was not disabled since: who was removed must not return by a code. */
async function usablePairing<Found extends Pairing>(
  deps: Dependencies,
  code: string,
  addressKey: string,
  read: ReadPairing<Found>,
): Promise<Result<Found, PairingRefusal>> {
  const found = await readPairing(deps, code, addressKey, read);
  if (!found.ok) return found;
  const pairing = found.value;
  const { merchantId, counterId, createdBy, expiresAt } = pairing;
  const key = { merchantId, counterId, userId: createdBy };
  const restrictions = await deps.findRestrictions(key);
  const isEnded = isSessionEnded(restrictions, (expiresAt - PAIRING_MS) / 1000);
  if (isEnded || restrictions.userRole !== "owner") return err("unknown_pairing_code");
  const refusal = commandRefusal(key, restrictions);
  return refusal === null ? ok(pairing) : err(refusal);
}

/** Lists the newest first. */
export async function listTills(
  deps: Dependencies,
  merchantId: string,
  counterId: string,
): Promise<Result<Session[], Refusal>> {
  if ((await findCounter(deps.db, merchantId, counterId)) === null) return err("counter_not_found");
  return ok(await deps.sessions.listTills(merchantId, counterId, deps.clock()));
}

/** What stays paired when the user is removed or disabled. Newest first. */
export async function listTillsOfUser(
  { sessions, clock }: Dependencies,
  merchantId: string,
  userId: string,
): Promise<Session[]> {
  return await sessions.listTillsOfUser(merchantId, userId, clock());
}

interface TillKey {
  merchantId: string;
  counterId: string;
  tillId: string;
}

/** The till itself shows it when it is opened again. */
export async function renameTill(
  deps: Dependencies,
  actor: Actor,
  { merchantId, counterId, tillId }: TillKey,
  name: string,
): Promise<Result<Session, Refusal>> {
  const till = await deps.sessions.renameTill(merchantId, counterId, tillId, name);
  if (till === null) return err("till_not_found");
  await recordAudit(deps, actor, { action: "till.renamed", merchantId, targetId: tillId, details: name });
  return ok(till);
}

/** From then on its requests get 401. */
export async function revokeTill(
  deps: Dependencies,
  actor: Actor,
  { merchantId, counterId, tillId }: TillKey,
): Promise<Result<null, Refusal>> {
  const details = await deps.sessions.endTill(merchantId, counterId, tillId);
  if (details === null) return err("till_not_found");
  await recordAudit(deps, actor, { action: "till.revoked", merchantId, targetId: tillId, details });
  return ok(null);
}

// Money between the float and an account, outside of payments. A movement is stored before the ledger is called.

import { pageOf } from "#core/db/paging.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { derivedUuid } from "#core/lib/derived-uuid.ts";
import { hmacOf } from "#core/lib/hmac.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import { sha256Hex } from "#core/lib/secrets.ts";
import { utf8 } from "#core/lib/utf8.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { keyReused, type Refusal } from "#core/services/refusal.ts";
import { type ListedMovement, listMovements as listRows, type MovementFilter } from "../db/movement-list.ts";
import {
  findMovement,
  findMovementByKey,
  insertMovement,
  type MovementGuard,
  readDaySum,
} from "../db/movements.ts";
import {
  type LimitsToday,
  type Movement,
  type MovementRefusal,
  statusAt,
  transferKeyOf,
} from "../domain/movement.ts";
import { type Defer, decideOnPayOut, eventOf, settle } from "./settle-movement.ts";

export interface MovementDraft
  extends Pick<
    Movement,
    | "kind"
    | "accountId"
    | "direction"
    | "amountMinor"
    | "currency"
    | "deskId"
    | "madeBy"
    | "reason"
    | "idempotencyKey"
  > {
  limits: LimitsToday;
  correctsId?: string;
  /** Whose trail the movement is in; null when the account is no merchant's. */
  merchantId: string | null;
  /** How long the customer may take to approve it; null for a movement that needs no approval. */
  approvalMs: number | null;
}

export interface DraftGuard extends Partial<MovementGuard> {
  /** Why its condition does not hold. */
  refusal: Refusal | (() => Promise<Refusal>);
  /** What else refuses the movement, before anything is stored. It only reads, in vain for a repeated request. */
  check?: () => Promise<Refusal | DeclineReason | null>;
  /** What has to be used before the movement is stored, once nothing else refuses it. */
  use?: () => Promise<Refusal | null>;
}

export const UNLIMITED: LimitsToday = {
  transactionMaxMinor: Number.MAX_SAFE_INTEGER,
  dayMaxMinor: Number.MAX_SAFE_INTEGER,
  dayFrom: Number.MAX_SAFE_INTEGER,
};

/**
 * Moves the money, or begins to wait for the customer's approval. The same request under the same key returns the same
 * movement, or the same decline. It is `processing` while the ledger's result is unknown.
 */
export async function startMovement(
  deps: Dependencies,
  actor: Actor,
  draft: MovementDraft,
  guard: DraftGuard | null = null,
  defer?: Defer,
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const stored = await storeMovement(deps, actor, draft, guard);
  return stored.ok ? unlessDeclined(await settle(deps, stored.value, defer)) : stored;
}

/** The one that is under the key already, or a new one. */
async function storeMovement(
  deps: Dependencies,
  actor: Actor,
  draft: MovementDraft,
  guard: DraftGuard | null,
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const movement = await newMovement(deps, draft);
  // What a restored database has forgotten has moved, a pay-out with its approval: it is recorded, whatever would refuse it now.
  const isForgotten = async () => await deps.ledger.hasMoved(transferKeyOf(movement));
  const checking = readAhead(guard?.check?.() ?? Promise.resolve(null));
  const forgetting = draft.approvalMs === null ? null : readAhead(isForgotten());
  const repeated = await findRepeated(deps, movement);
  if (repeated !== null) return repeated;
  const event = eventOf(`${draft.kind}.requested`, movement, draft.merchantId);
  const insert = (born: Movement, limits: LimitsToday, guardedBy: DraftGuard | null) =>
    audited(deps, actor, event, (entry) => insertMovement(deps.db, born, limits, entry, guardedBy));
  const record = async () =>
    await insert({ ...movement, status: "processing", expiresAt: null }, UNLIMITED, null);
  const refusal = (await checking) ?? (await guard?.use?.()) ?? null;
  const isKnownForgotten = await (forgetting ?? (refusal !== null && isForgotten()));
  if (refusal !== null && !isKnownForgotten) return err(refusal);
  const stored = isKnownForgotten ? await record() : await insert(movement, draft.limits, guard);
  if (stored !== null) return ok(stored);
  // Another request under the same key may have been faster.
  const faster = await findRepeated(deps, movement);
  if (faster !== null) return faster;
  const recorded = (await isForgotten()) ? await record() : null;
  return recorded === null ? err(await whyNotStored(deps, movement, draft.limits, guard)) : ok(recorded);
}

async function newMovement(
  deps: Dependencies,
  { limits: _limits, merchantId: _merchantId, approvalMs, ...draft }: MovementDraft,
): Promise<Movement> {
  const { kind, accountId, direction, amountMinor, currency, deskId, reason } = draft;
  const correctsId = draft.correctsId ?? null;
  const request = [kind, accountId, direction, amountMinor, currency, deskId, reason];
  if (correctsId !== null) request.push(correctsId);
  const now = deps.clock();
  return {
    ...draft,
    correctsId,
    id: await idFor(deps, draft),
    status: approvalMs === null ? "processing" : "awaiting_approval",
    declineReason: null,
    ledgerTransactionId: null,
    fingerprint: await sha256Hex(JSON.stringify(request)),
    createdAt: now,
    completedAt: null,
    expiresAt: approvalMs === null ? null : now + approvalMs,
    endingSince: null,
    isAlertDue: kind === "adjustment" && deps.operatorAlerts !== null,
  };
}

/** Derived from the key, so that the ledger has the same key again when a restored database has forgotten the movement. */
async function idFor(
  { config }: Dependencies,
  { madeBy, idempotencyKey }: Pick<Movement, "madeBy" | "idempotencyKey">,
): Promise<string> {
  const parts = utf8(JSON.stringify(["movement", madeBy, idempotencyKey]));
  return derivedUuid(await hmacOf(config.idempotencyKeySecret, parts));
}

function unlessDeclined(movement: Movement): Result<Movement, DeclineReason> {
  return movement.declineReason === null ? ok(movement) : err(movement.declineReason);
}

/** Returns null when nothing was stored under the key. */
async function findRepeated(deps: Dependencies, wanted: Movement): Promise<Result<Movement, Refusal> | null> {
  const found = await findMovementByKey(deps.db, wanted.madeBy, wanted.idempotencyKey);
  if (found === null) return null;
  return found.fingerprint === wanted.fingerprint
    ? ok(found)
    : keyReused(`${found.kind} ${found.id}`, differencesFrom(found, wanted));
}

const ACCOUNT_FIELDS = { adjustment: "account_id", top_up: "wallet_id", pay_out: "scan_token" } as const;

/** Lists them by their names in the request. What is of another kind has another direction, which desks do not send. */
function differencesFrom(made: Movement, wanted: Movement): string[] {
  const fields = [
    wanted.correctsId === null
      ? (["accountId", ACCOUNT_FIELDS[wanted.kind]] as const)
      : (["correctsId", "movementID"] as const),
    ...(made.kind === wanted.kind ? [["direction", "direction"] as const] : []),
    ["amountMinor", "amount"],
    ["currency", "currency"],
    ["reason", "reason"],
  ] as const;
  return fields.flatMap(([name, field]) => (made[name] === wanted[name] ? [] : [field]));
}

async function whyNotStored(
  { db }: Dependencies,
  movement: Movement,
  { transactionMaxMinor, dayMaxMinor, dayFrom }: LimitsToday,
  guard: DraftGuard | null,
): Promise<Refusal> {
  if (movement.amountMinor > transactionMaxMinor) return "movement_too_large";
  const isOverDay = (await readDaySum(db, movement, dayFrom)) + movement.amountMinor > dayMaxMinor;
  if (isOverDay || guard === null) return "day_limit_reached";
  return typeof guard.refusal === "string" ? guard.refusal : await guard.refusal();
}

/** The customer's decision about a pay-out; repeating it is safe. `processing` while the ledger's result is unknown. */
export async function decidePayOut(
  deps: Dependencies,
  actor: Actor,
  { walletId, movementId }: { walletId: string; movementId: string },
  decision: "approve" | "reject",
  defer?: Defer,
): Promise<Result<Movement, MovementRefusal | DeclineReason>> {
  const found = await findMovement(deps.db, movementId);
  if (!isOwnPayOut(found, walletId)) return err("movement_not_found");
  const decided = await decideOnPayOut(deps, actor, found, decision, defer);
  return decided.ok ? unlessDeclined(decided.value) : decided;
}

export function isOwnPayOut(movement: Movement | null, walletId: string): movement is Movement {
  return movement !== null && movement.accountId === walletId && movement.kind === "pay_out";
}

/** Lists the newest first. */
export async function listMovements(
  deps: Dependencies,
  { limit, ...filter }: MovementFilter & { limit: number },
): Promise<{ movements: ListedMovement[]; next: Cursor | null }> {
  const now = deps.clock();
  const { rows, next } = pageOf(await listRows(deps.db, filter, limit + 1, now), limit);
  return { movements: rows.map((row) => ({ ...row, status: statusAt(row, now) })), next };
}

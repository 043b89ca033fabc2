// Money between the float and an account. A movement is stored before the ledger is called; until the ledger's result is
// definite, the same transfer is repeated under the same key.
import {
  changeMovement,
  findMovement,
  findMovementByKey,
  insertMovement,
  listMovements as listRows,
  type MovementFilter,
  type MovementGuard,
  readDaySum,
} from "../../db/movements/movements.ts";
import { pageOf } from "../../db/paging.ts";
import type { AuditAction, AuditEvent } from "../../domain/audit-trail.ts";
import type { Cause } from "../../domain/cause.ts";
import type { Cursor } from "../../domain/cursor.ts";
import {
  type DeclineReason,
  FLOAT_ACCOUNT_ID,
  type LedgerTransfer,
  type ReportedResult,
} from "../../domain/ledger.ts";
import { decimalText } from "../../domain/money.ts";
import {
  decideMovement,
  type Movement,
  type MovementCommand,
  type MovementLimits,
  type MovementRefusal,
  statusAt,
  transferKeyOf,
} from "../../domain/movement.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { derivedUuid } from "../../lib/derived-uuid.ts";
import { hmacOf } from "../../lib/hmac.ts";
import { log } from "../../lib/log.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { utf8 } from "../../lib/utf8.ts";
import { audited } from "../audit/audit-trail.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { tryToTellWallet } from "../wallet/live-wallet.ts";

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
  limits: MovementLimits;
  /** Whose trail the movement is in; null when the account is no merchant's. */
  merchantId: string | null;
  /** How long the customer may take to approve it; null for a movement that needs no approval. */
  approvalMs: number | null;
}

export interface DraftGuard extends Partial<MovementGuard> {
  /** When its condition does not hold. */
  refusal: Refusal;
  /** What else refuses the movement, before anything is stored; a repeated request is not checked again. */
  check?: () => Promise<Refusal | DeclineReason | null>;
}

const UNLIMITED: MovementLimits = {
  transactionMaxMinor: Number.MAX_SAFE_INTEGER,
  dayMaxMinor: Number.MAX_SAFE_INTEGER,
};

/**
 * Moves the money, or begins to wait for the customer's approval. The same request under the same key returns the same
 * movement, or the same decline. It is `processing` while the ledger's result is unknown.
 */
export async function startMovement(
  deps: Dependencies,
  cause: Cause,
  draft: MovementDraft,
  guard: DraftGuard | null = null,
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const movement = await newMovement(deps, draft);
  const repeated = await findRepeated(deps, movement);
  if (repeated !== null) return repeated;
  const event = eventOf(`${draft.kind}.requested`, movement, draft.merchantId);
  const insert = (born: Movement, limits: MovementLimits, guardedBy: DraftGuard | null) =>
    audited(deps, cause, event, (entry) => insertMovement(deps.db, born, limits, entry, guardedBy));
  // What a restored database has forgotten has moved, a pay-out with its approval: it is recorded, whatever would refuse it now.
  const isForgotten = async () => await deps.ledger.hasMoved(transferKeyOf(movement));
  const record = async () =>
    await insert({ ...movement, status: "processing", expiresAt: null }, UNLIMITED, null);
  const refusal = (await guard?.check?.()) ?? null;
  const mustAsk = refusal !== null || draft.approvalMs !== null;
  const isKnownForgotten = mustAsk && (await isForgotten());
  if (refusal !== null && !isKnownForgotten) return err(refusal);
  const stored = isKnownForgotten ? await record() : await insert(movement, draft.limits, guard);
  if (stored !== null) return unlessDeclined(await settle(deps, stored));
  // Another request under the same key may have been faster.
  const faster = await findRepeated(deps, movement);
  if (faster !== null) return faster;
  const recorded = (await isForgotten()) ? await record() : null;
  return recorded === null
    ? err(await whyNotStored(deps, movement, draft.limits, guard))
    : unlessDeclined(await settle(deps, recorded));
}

async function newMovement(
  deps: Dependencies,
  { limits: _limits, merchantId: _merchantId, approvalMs, ...draft }: MovementDraft,
): Promise<Movement> {
  const { kind, accountId, direction, amountMinor, currency, deskId, reason } = draft;
  const request = [kind, accountId, direction, amountMinor, currency, deskId, reason];
  const now = deps.clock();
  return {
    ...draft,
    id: await idFor(deps, draft),
    status: approvalMs === null ? "processing" : "awaiting_approval",
    declineReason: null,
    ledgerTransactionId: null,
    fingerprint: await sha256Hex(JSON.stringify(request)),
    createdAt: now,
    completedAt: null,
    expiresAt: approvalMs === null ? null : now + approvalMs,
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

/** Null when nothing was stored under the key. */
async function findRepeated(
  deps: Dependencies,
  { madeBy, idempotencyKey, fingerprint }: Movement,
): Promise<Result<Movement, Refusal | DeclineReason> | null> {
  const found = await findMovementByKey(deps.db, madeBy, idempotencyKey);
  if (found === null) return null;
  if (found.fingerprint !== fingerprint) return err("idempotency_key_reused");
  return unlessDeclined(await settle(deps, found));
}

async function whyNotStored(
  { db }: Dependencies,
  movement: Movement,
  { transactionMaxMinor, dayMaxMinor }: MovementLimits,
  guard: DraftGuard | null,
): Promise<Refusal> {
  if (movement.amountMinor > transactionMaxMinor) return "movement_too_large";
  const isOverDay = (await readDaySum(db, movement)) + movement.amountMinor > dayMaxMinor;
  return isOverDay || guard === null ? "day_limit_reached" : guard.refusal;
}

/** The customer's decision about a pay-out; repeating it is safe. `processing` while the ledger's result is unknown. */
export async function decidePayOut(
  deps: Dependencies,
  cause: Cause,
  { walletId, movementId }: { walletId: string; movementId: string },
  decision: "approve" | "reject",
): Promise<Result<Movement, MovementRefusal | DeclineReason>> {
  const found = await findMovement(deps.db, movementId);
  const isOwn = found !== null && found.accountId === walletId && found.kind === "pay_out";
  if (!isOwn) return err("movement_not_found");
  const movement = decision === "reject" ? await adoptMoved(deps, found) : found;
  const action = decision === "approve" ? "pay_out.approved" : "pay_out.rejected";
  const decided = await execute(deps, cause, movement, { type: decision }, action);
  return decided.ok ? unlessDeclined(await settle(deps, decided.value)) : decided;
}

/** Asks the ledger if the end is not recorded yet. Null for an unknown id, and for what another desk has made. */
export async function settleMovement(
  deps: Dependencies,
  movementId: string,
  deskId?: string,
): Promise<Movement | null> {
  const movement = await findMovement(deps.db, movementId);
  const isMeant = movement !== null && (deskId === undefined || movement.deskId === deskId);
  return isMeant ? await settle(deps, movement) : null;
}

const LEDGER: Cause = { actor: "ledger", requestId: null };

async function settle(deps: Dependencies, movement: Movement): Promise<Movement> {
  const isOverdue = statusAt(movement, deps.clock()) !== movement.status;
  if (isOverdue) return await expire(deps, await adoptMoved(deps, movement));
  if (movement.status !== "processing") return movement;
  const result = await askLedger(deps, movement);
  if (result === null) return movement;
  const recorded = await record(deps, movement, { type: "record_result", result });
  if (recorded.status === "completed") {
    await tryToTellWallet(deps, movement.accountId, { type: "balance_changed", intentId: null });
  }
  return recorded;
}

/** What awaits approval although its money has moved was approved before the database was restored. */
async function adoptMoved(deps: Dependencies, movement: Movement): Promise<Movement> {
  if (movement.status !== "awaiting_approval") return movement;
  if (!(await deps.ledger.hasMoved(transferKeyOf(movement)))) return movement;
  return await settle(deps, await record(deps, movement, { type: "adopt" }));
}

async function expire(deps: Dependencies, movement: Movement): Promise<Movement> {
  return await settle(deps, await record(deps, movement, { type: "expire" }));
}

/** What is a fact, and so is never refused. */
async function record(
  deps: Dependencies,
  movement: Movement,
  command: Extract<MovementCommand, { type: "adopt" | "expire" | "record_result" }>,
): Promise<Movement> {
  const recorded = await execute(deps, LEDGER, movement, command, null);
  if (!recorded.ok) throw new Error(`${command.type} of a movement was refused: ${recorded.error}`);
  return recorded.value;
}

/** Null while the result is not definite. */
async function askLedger(
  { ledger }: Dependencies,
  movement: Movement,
): Promise<Exclude<ReportedResult, { outcome: "pending" }> | null> {
  const answer = await ledger.transfer(transferOf(movement));
  if (answer.outcome === "settled" || answer.outcome === "declined") return answer;
  if (answer.outcome === "key_taken") {
    log("error", "movement_key_taken", { movement_id: movement.id });
  }
  return null;
}

export function transferOf(movement: Movement): LedgerTransfer {
  const { id: movementId, kind, accountId, direction, amountMinor, currency } = movement;
  const isCredit = direction === "credit";
  const fromAccountId = isCredit ? FLOAT_ACCOUNT_ID : accountId;
  const toAccountId = isCredit ? accountId : FLOAT_ACCOUNT_ID;
  const key = transferKeyOf(movement);
  return { kind, key, fromAccountId, toAccountId, amountMinor, currency, description: "", movementId };
}

/** Decides again where another request was faster. Its entry in the audit trail is stored only with a change. */
async function execute(
  deps: Dependencies,
  cause: Cause,
  movement: Movement,
  command: MovementCommand,
  action: AuditAction | null,
): Promise<Result<Movement, MovementRefusal>> {
  const now = deps.clock();
  const decided = decideMovement(movement, command, now);
  if (!decided.ok) return decided;
  if (Object.keys(decided.value).length === 0) return ok({ ...movement, status: statusAt(movement, now) });
  const event = action === null ? null : eventOf(action, movement, null);
  const changed = await audited(deps, cause, event, (entry) =>
    changeMovement(deps.db, movement, decided.value, entry),
  );
  if (changed !== null) return ok(changed);
  const current = await findMovement(deps.db, movement.id);
  return current === null ? err("movement_not_found") : execute(deps, cause, current, command, action);
}

function eventOf(action: AuditAction, movement: Movement, merchantId: string | null): AuditEvent {
  const { id, accountId, direction, amountMinor, currency, reason } = movement;
  const moved = `${direction} of ${decimalText(amountMinor, currency)} ${currency}, account ${accountId}`;
  return { action, merchantId, targetId: id, details: reason === "" ? moved : `${moved}: ${reason}` };
}

/** Newest first. */
export async function listMovements(
  deps: Dependencies,
  { limit, ...filter }: MovementFilter & { limit: number },
): Promise<{ movements: Movement[]; next: Cursor | null }> {
  const { rows, next } = pageOf(await listRows(deps.db, filter, limit + 1), limit);
  const now = deps.clock();
  return { movements: rows.map((row) => ({ ...row, status: statusAt(row, now) })), next };
}

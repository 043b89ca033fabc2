// What a desk does: it takes money into wallets and pays it out, within its limits, and reads what it has done today.

import { useToken } from "#core/db/wallet/wallet-shards.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { dateIn, startOfDay } from "#core/lib/local-time.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readScannedCode } from "#core/services/wallet/scan-token.ts";
import { type DaySum, deskGuard, sumDay } from "../db/desk-movements.ts";
import { findDesk } from "../db/desks.ts";
import type { ListedMovement } from "../db/movement-list.ts";
import { readDaySum } from "../db/movements.ts";
import { findOpenShift } from "../db/shifts.ts";
import { type Desk, limitsFrom } from "../domain/desk.ts";
import type { Movement } from "../domain/movement.ts";
import { type DeskActor, findCurrencies, isOver } from "./customers.ts";
import { type DraftGuard, listMovements, type MovementDraft, startMovement } from "./movements.ts";
import { announcePayOut } from "./pay-outs.ts";
import { settleMovement } from "./settle-movement.ts";

/** How long the customer, who stands there, may take to approve a pay-out. */
const APPROVAL_MS = 2 * 60_000;

export interface DeskRequest {
  amountMinor: number;
  idempotencyKey: string;
}

/** `code` is a scan token or a wallet id: nobody loses by being given money. */
export async function topUp(
  deps: Dependencies,
  { desk, actor, defer }: DeskActor,
  { code, ...request }: DeskRequest & { code: string },
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const scanned = await readScannedCode(deps, code);
  if (!scanned.ok) return err("unknown_customer");
  const { walletId, token } = scanned.value;
  const draft: MovementDraft = {
    ...draftOf(desk, walletId, request),
    kind: "top_up",
    direction: "credit",
    limits: {
      transactionMaxMinor: desk.topUpMaxMinor,
      dayMaxMinor: desk.topUpDayMinor,
      dayFrom: limitsFrom(desk, deps.clock()),
    },
    approvalMs: null,
  };
  const guard: DraftGuard = {
    ...deskGuard(deps.db, desk.id, null),
    check: async () => {
      if (isOver(deps, token)) return "customer_code_expired";
      return (await findCurrencies(deps, scanned.value)) === null ? "unknown_customer" : null;
    },
    refusal: () => whyNotServing(deps, desk, "desk_not_active"),
  };
  return await startMovement(deps, actor, draft, guard, defer);
}

/**
 * Asks the customer to approve it. Only the rotating token of a customer who is there, which is used up with it: merchants
 * know wallet ids, and could use a token again.
 */
export async function payOut(
  deps: Dependencies,
  { desk, actor, defer }: DeskActor,
  { scanToken, ...request }: DeskRequest & { scanToken: string },
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const scanned = await readScannedCode(deps, scanToken);
  if (!scanned.ok || scanned.value.token === null) return err("unknown_scan_token");
  const { walletId, token } = scanned.value;
  const draft: MovementDraft = {
    ...draftOf(desk, walletId, request),
    kind: "pay_out",
    direction: "debit",
    limits: {
      transactionMaxMinor: desk.payOutMaxMinor,
      dayMaxMinor: desk.payOutDayMinor,
      dayFrom: limitsFrom(desk, deps.clock()),
    },
    approvalMs: APPROVAL_MS,
  };
  // Another pay-out of the same desk is another user of the token.
  const use = { walletId, tokenId: token.id, merchantId: `${draft.madeBy} ${request.idempotencyKey}` };
  const { shards } = deps;
  shards.requireAccepted();
  const guard: DraftGuard = {
    ...deskGuard(deps.db, desk.id, shards.hasCells ? null : use),
    check: async () => {
      if (isOver(deps, token)) return "scan_token_expired";
      return (await findCurrencies(deps, scanned.value)) === null ? "unknown_scan_token" : null;
    },
    use: async () => (!shards.hasCells || (await useToken(shards, use)) ? null : "scan_token_used"),
    refusal: () => whyNotServing(deps, desk, shards.hasCells ? "desk_not_active" : "scan_token_used"),
  };
  const started = await startMovement(deps, actor, draft, guard, defer);
  // A repeated request asks again: the first may have died before it could.
  if (started.ok && started.value.status === "awaiting_approval")
    defer(announcePayOut(deps, { movement: started.value, deskName: desk.name, topUp: null }));
  return started;
}

/** The desk has a refusal of its own only where that is not `other`. */
export async function whyNotServing({ db }: Dependencies, { id }: Desk, other: Refusal): Promise<Refusal> {
  const desk = await findDesk(db, id);
  if (desk?.status !== "active") return "desk_not_active";
  const isMissed = desk.clerks.length > 0 && (await findOpenShift(db, id)) === null;
  return isMissed ? "shift_not_open" : other;
}

export function draftOf({ id, currency }: Desk, walletId: string, request: DeskRequest) {
  return {
    ...request,
    accountId: walletId,
    currency,
    deskId: id,
    madeBy: `desk-${id}`,
    reason: "",
    merchantId: null,
  };
}

/** It asks the ledger if the result is not known yet. */
export async function readDeskMovement(
  deps: Dependencies,
  { desk, defer }: DeskActor,
  movementId: string,
): Promise<Result<Movement, Refusal>> {
  const movement = await settleMovement(deps, movementId, desk.id, defer);
  return movement === null ? err("movement_not_found") : ok(movement);
}

export interface DeskDay {
  movements: ListedMovement[];
  next: Cursor | null;
  sums: DaySum[];
  /** What is left of the day's limits. */
  left: { topUpMinor: number; payOutMinor: number };
}

/** What the desk has done on this day, as it is where the desk is and as the limits count it. Newest first. */
export async function readDeskDay(
  deps: Dependencies,
  { desk }: DeskActor,
  page: { cursor: Cursor | null; limit: number; number?: string | undefined },
): Promise<DeskDay> {
  const now = deps.clock();
  const createdFrom = startOfDay(dateIn(desk.timeZone, now), desk.timeZone);
  const countedFrom = limitsFrom(desk, now);
  const moved = (kind: Movement["kind"]) =>
    readDaySum(deps.db, { deskId: desk.id, kind, currency: desk.currency, createdAt: now }, countedFrom);
  const [listed, sums, toppedUp, paidOut] = await Promise.all([
    listMovements(deps, { ...page, deskId: desk.id, createdFrom }),
    sumDay(deps.db, desk.id, createdFrom, now),
    moved("top_up"),
    moved("pay_out"),
  ]);
  const left = {
    topUpMinor: Math.max(0, desk.topUpDayMinor - toppedUp),
    payOutMinor: Math.max(0, desk.payOutDayMinor - paidOut),
  };
  return { ...listed, sums, left };
}

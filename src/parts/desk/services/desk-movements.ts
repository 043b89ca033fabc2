// What a desk does: it takes money into wallets and pays it out, within its limits, and reads what it has done today.

import { useToken } from "#core/db/wallet/wallet-shards.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import type { DeclineReason } from "#core/domain/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";
import { dateIn, startOfDay } from "#core/lib/local-time.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readScannedCode } from "#core/services/wallet/scan-token.ts";
import { deskGuard, sumDay } from "../db/desk-movements.ts";
import { findDesk } from "../db/desks.ts";
import { readDaySum } from "../db/movements.ts";
import { findOpenShift } from "../db/shifts.ts";
import { type Desk, limitsFrom } from "../domain/desk.ts";
import type { Movement } from "../domain/movement.ts";
import type { DeskDay } from "../wire/present-desk.ts";
import { type DeskActor, findCurrencies, isOver } from "./customers.ts";
import { type DraftGuard, listMovements, type MovementDraft, startMovement } from "./movements.ts";
import { announcePayOut } from "./pay-outs.ts";

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
  const draft = draftOf(deps, desk, "top_up", walletId, request);
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
  caller: DeskActor,
  { scanToken, ...request }: DeskRequest & { scanToken: string },
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const { desk } = caller;
  const scanned = await readScannedCode(deps, scanToken);
  if (!scanned.ok || scanned.value.token === null) return err("unknown_scan_token");
  const { walletId, token } = scanned.value;
  const draft = draftOf(deps, desk, "pay_out", walletId, request);
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
  return await askCustomer(deps, caller, draft, guard, null);
}

/** `topUp`: what it corrects. A repeated request asks again: the first may have died before it could. */
export async function askCustomer(
  deps: Dependencies,
  { desk, actor, defer }: DeskActor,
  draft: MovementDraft,
  guard: DraftGuard,
  topUp: Movement | null,
): Promise<Result<Movement, Refusal | DeclineReason>> {
  const started = await startMovement(deps, actor, draft, guard, defer);
  if (started.ok && started.value.status === "awaiting_approval")
    defer(announcePayOut(deps, { movement: started.value, deskName: desk.name, topUp }));
  return started;
}

/** The desk has a refusal of its own only where that is not `other`. */
export async function whyNotServing({ db }: Dependencies, { id }: Desk, other: Refusal): Promise<Refusal> {
  const desk = await findDesk(db, id);
  if (desk?.status !== "active") return "desk_not_active";
  const isMissed = desk.clerks.length > 0 && (await findOpenShift(db, id)) === null;
  return isMissed ? "shift_not_open" : other;
}

export function draftOf(
  { clock }: Dependencies,
  desk: Desk,
  kind: "top_up" | "pay_out",
  accountId: string,
  request: DeskRequest,
): MovementDraft {
  const { id: deskId, currency } = desk;
  const [direction, approvalMs, transactionMaxMinor, dayMaxMinor] =
    kind === "top_up"
      ? (["credit", null, desk.topUpMaxMinor, desk.topUpDayMinor] as const)
      : (["debit", APPROVAL_MS, desk.payOutMaxMinor, desk.payOutDayMinor] as const);
  const limits = { transactionMaxMinor, dayMaxMinor, dayFrom: limitsFrom(desk, clock()) };
  const made = { deskId, madeBy: `desk-${deskId}`, reason: "", merchantId: null };
  return { ...request, ...made, kind, accountId, direction, currency, limits, approvalMs };
}

/** What the desk has done on this day, as it is where the desk is and as the limits count it. Newest first. */
export async function readDeskDay(
  deps: Dependencies,
  { desk }: DeskActor,
  page: { cursor: Cursor | null; limit: number; number?: string | undefined },
): Promise<DeskDay & { next: Cursor | null }> {
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

// A cash desk's requests, as the routes will make them: a customer approves a pay-out at once, if its response arrives.

import type { Dependencies } from "../../src/services/dependencies.ts";
import { decidePayOut, type MovementDraft, startMovement } from "../../src/services/movements/movements.ts";
import type { MovementCommand } from "./plan.ts";
import { walletId } from "./shop.ts";

const CAUSE = { actor: "desk", requestId: null };
export const DESK = { deskId: "desk", madeBy: "desk" };
export const LIMITS = { transactionMaxMinor: 5_000, dayMaxMinor: 6_000 };

/** `completed` only if the client was told so. */
export async function requestMovement(deps: Dependencies, command: MovementCommand): Promise<string> {
  const { do: kind, wallet, minor, key } = command;
  const started = await startMovement(deps, CAUSE, {
    ...DESK,
    kind,
    accountId: walletId(wallet),
    direction: kind === "top_up" ? "credit" : "debit",
    amountMinor: minor,
    currency: "USD",
    reason: "",
    idempotencyKey: key,
    limits: LIMITS,
    merchantId: null,
    approvalMs: kind === "pay_out" ? 120_000 : null,
  } satisfies MovementDraft);
  if (!started.ok || started.value.status !== "awaiting_approval") return outcomeOf(started);
  const own = { walletId: walletId(wallet), movementId: started.value.id };
  return outcomeOf(await decidePayOut(deps, CAUSE, own, "approve"));
}

function outcomeOf(result: { ok: true; value: { status: string } } | { ok: false; error: string }): string {
  return result.ok ? result.value.status : result.error;
}

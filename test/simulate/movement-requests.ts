// Requests of a cash desk, of its customers and of administrators, as the routes make them of the services.

import { deskGuard } from "../../src/db/desks/desk-movements.ts";
import type { Cause } from "../../src/domain/cause.ts";
import type { Result } from "../../src/domain/result.ts";
import type { Dependencies } from "../../src/services/dependencies.ts";
import { changeDesk } from "../../src/services/desks/desks.ts";
import { adjust } from "../../src/services/movements/adjustments.ts";
import { decidePayOut, startMovement } from "../../src/services/movements/movements.ts";
import { blockMerchant, unblockMerchant } from "../../src/services/wallet/blocked-merchants.ts";
import type { BlockCommand, DeskCommand, MovementCommand } from "./plan.ts";
import { DESK, LIMITS, merchantId, walletId } from "./shop.ts";

const ADMINISTRATOR: Cause = { actor: "administrator", requestId: null };
const CUSTOMER: Cause = { actor: "customer", requestId: null };
/** `completed` only if the client was told so. */
export async function requestMovement(deps: Dependencies, command: MovementCommand): Promise<string> {
  const { do: kind, wallet, minor: amountMinor, key: idempotencyKey, isOut, decision } = command;
  const accountId = walletId(wallet);
  const direction = isOut ? "debit" : "credit";
  const draft = { accountId, direction, amountMinor, currency: "USD", idempotencyKey } as const;
  if (kind === "adjustment")
    return outcomeOf(await adjust(deps, ADMINISTRATOR, { ...draft, reason: "Counted wrongly" }));
  const started = await startMovement(
    deps,
    { actor: "desk", requestId: null },
    {
      ...{ ...draft, kind, reason: "", limits: LIMITS, merchantId: null },
      ...{ deskId: DESK.id, madeBy: `desk-${DESK.id}` },
      approvalMs: kind === "pay_out" ? 120_000 : null,
    },
    { ...deskGuard(deps.db, DESK.id, null), refusal: "desk_not_active" },
  );
  if (!started.ok || started.value.status !== "awaiting_approval" || decision === null)
    return outcomeOf(started);
  const own = { walletId: accountId, movementId: started.value.id };
  return outcomeOf(await decidePayOut(deps, CUSTOMER, own, decision));
}

export async function requestDesk(deps: Dependencies, { do: name }: DeskCommand): Promise<string> {
  const status = name === "stop_desk" ? "inactive" : "active";
  const changed = await changeDesk(deps, ADMINISTRATOR, DESK, { status });
  return changed.ok ? status : changed.error;
}

export async function requestBlock(
  deps: Dependencies,
  { do: name, wallet, merchant }: BlockCommand,
): Promise<string> {
  const defer = (work: Promise<void>) => void work.catch(() => {});
  const caller = { walletId: walletId(wallet), cause: CUSTOMER, defer };
  const changed =
    name === "block"
      ? await blockMerchant(deps, caller, merchantId(merchant))
      : await unblockMerchant(deps, caller.walletId, merchantId(merchant));
  return changed.ok ? "done" : changed.error;
}

function outcomeOf(result: Result<{ status: string }, string>): string {
  return result.ok ? result.value.status : result.error;
}

// Requests of a cash desk, of its customers and of administrators, as the routes make them of the services.

import type { Actor } from "#core/domain/audit/actor.ts";
import type { Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { blockMerchant, unblockMerchant } from "#core/services/wallet/blocked-merchants.ts";
import { issueScanToken } from "#core/services/wallet/scan-token.ts";
import type { Movement } from "#parts/desk/domain/movement.ts";
import { adjust } from "#parts/desk/services/adjustments.ts";
import { correctTopUp, withdrawPayOut } from "#parts/desk/services/corrections.ts";
import { payOut, topUp } from "#parts/desk/services/desk-movements.ts";
import { changeDesk } from "#parts/desk/services/desks.ts";
import { decidePayOut } from "#parts/desk/services/movements.ts";
import { eraseWallet } from "#parts/exports/services/wallet-erasure.ts";
import type { BlockCommand, DeskCommand, EraseCommand, MovementCommand } from "./plan.ts";
import { DESK, merchantId, walletId } from "./shop.ts";
import type { World } from "./world.ts";

const ADMINISTRATOR: Actor = { client: "administrator", requestId: null };
const CUSTOMER: Actor = { client: "customer", requestId: null };
const defer = (work: Promise<void>) => void work.catch(() => {});
/** For so long a customer's screen shows the same code. */
const SHOWN_MS = 30_000;
const AT_DESK = { desk: DESK, actor: { client: "desk", requestId: null }, defer };

/** `completed` only if the client was told so. */
export async function requestMovement(
  world: World,
  deps: Dependencies,
  command: MovementCommand,
): Promise<string> {
  const { do: kind, wallet, minor: amountMinor, key: idempotencyKey, isOut, decision } = command;
  const accountId = walletId(wallet);
  const request = { amountMinor, idempotencyKey };
  if (kind === "adjustment") {
    const direction = isOut ? "debit" : "credit";
    const draft = { ...request, accountId, direction, currency: "USD", reason: "Counted wrongly" } as const;
    return outcomeOf(await adjust(deps, ADMINISTRATOR, draft));
  }
  if (kind === "top_up") {
    const added = await topUp(deps, AT_DESK, { ...request, code: accountId });
    if (added.ok && amountMinor % 3 === 0) await correctWholly(deps, added.value);
    return outcomeOf(added);
  }
  const scanToken = await tokenFor(world, deps, command);
  const started = await payOut(deps, AT_DESK, { ...request, scanToken });
  if (!started.ok || started.value.status !== "awaiting_approval" || decision === null)
    return outcomeOf(started);
  const own = { walletId: accountId, movementId: started.value.id };
  const deciding = decidePayOut(deps, CUSTOMER, own, decision);
  // The clerk changes his mind while the customer decides.
  const withdrawing = amountMinor % 2 === 0 ? withdrawPayOut(deps, AT_DESK, own.movementId) : null;
  const [decided] = await Promise.all([deciding, withdrawing]);
  return outcomeOf(decided);
}

/** Twice at once, under two keys: what is asked back is no more than was topped up. */
async function correctWholly(deps: Dependencies, { id: topUpId, accountId, amountMinor }: Movement) {
  const correct = async (which: string) => {
    const request = { topUpId, amountMinor, idempotencyKey: `${topUpId}-${which}` };
    const asked = await correctTopUp(deps, AT_DESK, request);
    if (!asked.ok) return;
    await decidePayOut(deps, CUSTOMER, { walletId: accountId, movementId: asked.value.id }, "approve");
  };
  await Promise.all([correct("a"), correct("b")]);
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
  const caller = { walletId: walletId(wallet), actor: CUSTOMER, defer };
  const changed =
    name === "block"
      ? await blockMerchant(deps, caller, merchantId(merchant))
      : await unblockMerchant(deps, caller.walletId, merchantId(merchant));
  return changed.ok ? "done" : changed.error;
}

/** A request that is repeated has the code that was scanned; two within some seconds may scan the same one. */
async function tokenFor(
  { scanTokens, scheduler }: World,
  deps: Dependencies,
  { wallet, key }: MovementCommand,
): Promise<string> {
  const shown = `${wallet} ${Math.floor(scheduler.now / SHOWN_MS)}`;
  const known = scanTokens.get(key) ?? scanTokens.get(shown);
  const token = known ?? (await issueScanToken(deps, walletId(wallet))).token;
  for (const each of [key, shown]) if (!scanTokens.has(each)) scanTokens.set(each, token);
  return token;
}

export async function requestErasure(deps: Dependencies, { wallet }: EraseCommand): Promise<string> {
  const erased = await eraseWallet(deps, { walletId: walletId(wallet), actor: CUSTOMER, defer });
  return erased.ok ? "done" : erased.error;
}

function outcomeOf(result: Result<{ status: string }, string>): string {
  return result.ok ? result.value.status : result.error;
}

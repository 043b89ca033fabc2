import { listUnsentBusEvents, markBusEventSent, type UnsentBusEvent } from "#core/db/wallet/bus.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { CLOCK_SKEW_MS } from "#core/domain/shards/shard-ids.ts";
import { logFailure } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { changeOf, walletMessage } from "#core/wire/wallet/cloud-events.ts";
import { sendApprovalRequest } from "./approval-requests.ts";
import { type FindLive, tryToTellWallet } from "./live-wallet.ts";
import { unlessBlocked } from "./scan-payment.ts";

/** How late the queue may be before the sweep sends again. */
const BUS_GRACE_MS = 60_000;

type BusPosition = { busDueAt: number; eventId: string };

/**
 * Passes a message of the bus to whoever looks at the wallet, to the parts that tell customers, and to every wallet platform. Only
 * for a platform is it repeated: otherwise a customer would be told as often as a platform fails.
 */
export async function handleWalletEvent(
  deps: Dependencies,
  message: WalletEventMessage,
  attempts: number,
  findLive?: FindLive,
): Promise<void> {
  if (attempts === 1) await tellCustomer(deps, message, findLive);
  for (const platform of deps.walletPlatforms) await platform.receive(message);
}

async function tellCustomer(
  deps: Dependencies,
  message: WalletEventMessage,
  findLive?: FindLive,
): Promise<void> {
  const change = changeOf(message, deps.walletParts);
  const isTold = change === null ? null : tryToTellWallet(deps, message.walletId, change, findLive);
  await Promise.all([isTold, ...deps.tellCustomer.map((tell) => tell(deps, message))]);
}

/** Sends the events that the queue has not received in time. One that fails is logged and skipped. */
export async function sweepBusEvents(deps: SweepRun): Promise<void> {
  await resumeSweep(deps, "bus_events", { busDueAt: 0, eventId: "" }, (start) => sendUnsent(deps, start));
}

async function sendBusEvent(deps: SweepRun, event: UnsentBusEvent): Promise<void> {
  const { type, intent, eventId, occurredAt } = event;
  if (type === "payment.approval_requested") {
    // The Worker that has stored it may have died before it asked, and clocks differ.
    const asked = await unlessBlocked(deps, intent, intent.createdAt - CLOCK_SKEW_MS);
    return await sendApprovalRequest(deps, asked, eventId, occurredAt);
  }
  const { publicUrl, environment } = deps.config;
  const message = walletMessage(type, intent, { eventId, occurredAt, publicUrl, environment });
  if (message !== null) await deps.queues.walletEvents.send(message);
  await markBusEventSent(deps.shard, intent.merchantId, eventId);
}

/** Returns where it ended, or null when nothing is left. */
async function sendUnsent(deps: SweepRun, start: BusPosition): Promise<BusPosition | null> {
  const unsent = await listUnsentBusEvents(deps.shard, deps.clock() - BUS_GRACE_MS, start, LIMITS.busEvents);
  for (const event of unsent) {
    const { eventId } = event;
    const sent = sendBusEvent(deps, event);
    await logFailure("error", "bus_send_failed", { event_id: eventId }, sent);
  }
  const last = unsent.at(-1);
  return last === undefined || unsent.length < LIMITS.busEvents
    ? null
    : { busDueAt: last.busDueAt, eventId: last.eventId };
}

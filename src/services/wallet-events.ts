import type { WalletEventMessage } from "../bus/cloud-events.ts";
import { forwardWalletEvent } from "../bus/forward.ts";
import { listUnsentBusEvents } from "../db/bus.ts";
import { listWalletEvents, receiveWalletEvent } from "../embedded/wallet/inbox.ts";
import { log } from "../log.ts";
import { RawJson } from "../wire/raw-json.ts";
import type { Services } from "./context.ts";
import { sendApprovalRequest } from "./scan-payment.ts";

/** How late the queue may be before the sweep sends again. */
const BUS_GRACE_MS = 60_000;
const PAGE = 100;

/** One message of the bus: kept by the embedded wallet in a sandbox, and posted on where that is configured. */
export async function handleWalletEvent(services: Services, message: WalletEventMessage): Promise<void> {
  const { environment, walletEvents } = services.config;
  if (environment === "sandbox") await receiveWalletEvent(services.db, message);
  if (walletEvents !== null) await forwardWalletEvent(walletEvents, message, services.clock());
}

/** What the embedded wallet was sent, newest first. */
export async function listReceivedEvents(services: Services, walletId: string): Promise<RawJson[]> {
  return (await listWalletEvents(services.db, walletId)).map((text) => new RawJson(text));
}

/** Sends what the queue should have had a while ago. One that fails is logged and passed by. */
export async function sweepBusEvents(services: Services): Promise<void> {
  const overdueSince = services.clock() - BUS_GRACE_MS;
  let after = { busDueAt: 0, eventId: "" };
  for (;;) {
    const unsent = await listUnsentBusEvents(services.db, overdueSince, after, PAGE);
    for (const { intent, eventId, occurredAt } of unsent) {
      await sendApprovalRequest(services, intent, eventId, occurredAt).catch((error: unknown) =>
        log("error", "bus_send_failed", { event_id: eventId, error }),
      );
    }
    const last = unsent.at(-1);
    if (last === undefined || unsent.length < PAGE) return;
    after = last;
  }
}

// A degraded address: one delivery at a time finds out whether it is well again, the others wait.

import type { Database } from "../db/client.ts";
import { type Address, claimProbe, unparkMoved, unparkRecovered } from "../db/probes.ts";
import { type DeliveryMessage, queueDeliveries } from "./message.ts";

export interface CircuitTools {
  db: Database;
  queue: Queue<DeliveryMessage>;
  clock: () => number;
}

/** Let go at once; the sweep brings any more. */
const RELEASED_MAX = 1_000;

/** Sends the oldest delivery that waits for a degraded address, at most one each ten minutes. */
export async function probeIfDue({ db, queue, clock }: CircuitTools, address: Address): Promise<void> {
  const oldest = await claimProbe(db, address, clock());
  if (oldest !== null) await queueDeliveries(queue, [{ ...oldest, probeOf: address.url }]);
}

/** The address has recovered: what has waited for it is due now. */
export async function releaseRecovered({ db, queue, clock }: CircuitTools, address: Address): Promise<void> {
  await queueDeliveries(queue, await unparkRecovered(db, address, clock(), RELEASED_MAX));
}

/** What waits for an address that was changed, or no longer asks for it, is looked at anew. */
export async function releaseMoved(
  { db, queue, clock }: CircuitTools,
  of: { merchantId: string; url: string | null },
): Promise<void> {
  await queueDeliveries(queue, await unparkMoved(db, of, clock(), RELEASED_MAX));
}

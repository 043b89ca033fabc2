// Degraded addresses: one delivery at a time probes whether the address has recovered, while the others wait.
import type { Database } from "../db/client.ts";
import { forgetRecovered } from "../db/endpoints.ts";
import {
  type Address,
  claimProbe,
  claimRelease,
  findPortionEnd,
  type ParkedPosition,
  unparkMoved,
  unparkOldest,
} from "../db/probes.ts";
import { type DeliveryId, RELEASED_MAX } from "../domain/delivery.ts";
import { type DeliveryMessage, queueDeliveries } from "./message.ts";

export interface CircuitTools {
  db: Database;
  queue: Queue<DeliveryMessage>;
  clock: () => number;
}

/** Sends the oldest delivery that waits for a degraded address, at most once in ten minutes. */
export async function probeIfDue({ db, queue, clock }: CircuitTools, address: Address): Promise<void> {
  const oldest = await claimProbe(db, address, clock());
  if (oldest === null) return;
  const { merchantId, eventId, attempts } = oldest;
  await queueDeliveries(queue, [{ merchantId, eventId, probe: { url: address.url, attempts } }]);
}

/**
 * The address has recovered: deliveries that waited for it are due now, as many as it can be expected to take. The
 * sweep, or the next success after the interval, releases more.
 */
export async function releaseRecovered({ db, queue, clock }: CircuitTools, address: Address): Promise<void> {
  const now = clock();
  if (!(await claimRelease(db, address, now))) return;
  const released = await unparkOldest(db, address, now, RELEASED_MAX);
  if (released.length < RELEASED_MAX) await forgetRecovered(db, address.merchantId, address.url);
  await queueDeliveries(queue, released.map(messageFor));
}

/**
 * Makes deliveries due again whose address was changed or no longer subscribes to their event. Looks only at a bounded
 * number of those that wait; returns where to go on, or null at the end.
 */
export async function releaseMoved(
  { db, queue, clock }: CircuitTools,
  after: ParkedPosition,
): Promise<ParkedPosition | null> {
  const end = await findPortionEnd(db, after, RELEASED_MAX);
  const released = await unparkMoved(db, after, end, clock());
  await queueDeliveries(queue, released.map(messageFor));
  return end;
}

export function messageFor({ merchantId, eventId }: DeliveryId): DeliveryMessage {
  return { merchantId, eventId };
}

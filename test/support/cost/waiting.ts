// What a customer's page that waits costs, whatever becomes of the payment.

import { watch } from "../live.ts";
import { seedIntent, seedMerchant } from "../seeds.ts";
import type { Counts } from "./counts.ts";
import { startMeters } from "./meters.ts";

/** A socket, until the payment: the platform responds to its pings for free, and sending costs nothing. */
export async function measureSocket(): Promise<Counts> {
  const { id: merchantId } = await seedMerchant();
  const { id } = await seedIntent(merchantId);
  const meters = await startMeters();
  // What tests before this have begun may still log its end.
  do await scheduler.wait(50);
  while (meters.take().logEvents > 0);
  await watch(id);
  return meters.take();
}

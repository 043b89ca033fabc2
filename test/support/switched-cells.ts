import { createShards } from "#core/shards/shards.ts";
import { ACTOR, db, deps, seedCounter, seedIntent, seedMerchant, seedWallet } from "./seeds.ts";

/** The service as it would be if cells began then. */
export function switchedAt(since: number) {
  const cells = [{ text: "1", digits: 1, since }];
  return { ...deps, config: { ...deps.config, cells }, shards: createShards(db, cells, deps.shards.named) };
}

/** A shop with a customer whose code it scans. */
export async function setUpScan() {
  const [{ id: merchantId }, walletId] = [await seedMerchant(), await seedWallet()];
  const counter = await seedCounter(merchantId);
  const caller = { merchantId, counterId: null, actor: ACTOR, defer() {} };
  const input = {
    ...{ amountMinor: 100, currency: "USD", description: "", reference: null, metadataJson: null },
    ...{
      callbackUrl: null,
      callbackEventsJson: null,
      returnUrl: null,
      expiresInSeconds: 300,
      counterId: counter.id,
      walletId,
    },
  };
  const asked = { status: "pending_approval", targetWalletId: walletId } as const;
  const seedAsked = async (count: number) => {
    for (let n = 0; n < count; n++) await seedIntent(merchantId, asked);
  };
  const customer = { walletId, actor: ACTOR, defer() {} };
  return { merchantId, walletId, input, caller, customer, seedAsked };
}

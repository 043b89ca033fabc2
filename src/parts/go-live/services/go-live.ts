import { findMerchant } from "#core/db/merchants/merchants.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readEach } from "#core/shards/shards.ts";
import { findEvidence } from "../db/go-live.ts";
import { type GoLive, latestEvidence } from "../domain/go-live.ts";

/** What has been seen of a merchant's integration in this environment. The playground's own inbox shows nothing. */
export async function readGoLive(deps: Dependencies, merchantId: string): Promise<Result<GoLive, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const { environment, webhooks } = deps.config;
  const shards = deps.shards.ofMerchant(merchantId);
  const now = deps.clock();
  const found = await readEach(shards, (shard) => findEvidence(shard, merchantId, webhooks.inboxUrl, now));
  const evidence = latestEvidence(found);
  return ok({ merchantId, merchantStatus: merchant.status, environment, evidence });
}

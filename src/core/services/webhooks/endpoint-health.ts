import { findHealth } from "#core/db/webhooks/endpoints.ts";
import { type EndpointHealth, originOf } from "#core/domain/webhooks/delivery.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { readEach } from "#core/shards/shards.ts";

interface EndpointOwner {
  webhookUrl: string | null;
}

/** A counter or merchant with the health of its endpoint; null when it has none. */
export type WithHealth<Owner extends EndpointOwner> = Owner & { webhookHealth: EndpointHealth | null };

const HEALTHY: EndpointHealth = { failures: 0, degradedSince: null, nextProbeAt: null };

export async function withHealth<Owner extends EndpointOwner>(
  deps: Dependencies,
  merchantId: string,
  owner: Owner,
): Promise<WithHealth<Owner>> {
  const [health] = await healthOf(deps, merchantId, [owner]);
  return { ...owner, webhookHealth: health ?? null };
}

export async function allWithHealth<Owner extends EndpointOwner>(
  deps: Dependencies,
  merchantId: string,
  owners: readonly Owner[],
): Promise<WithHealth<Owner>[]> {
  const health = await healthOf(deps, merchantId, owners);
  return owners.map((owner, index) => ({ ...owner, webhookHealth: health[index] ?? null }));
}

async function healthOf(deps: Dependencies, merchantId: string, owners: readonly EndpointOwner[]) {
  const origins = owners.map(({ webhookUrl }) => (webhookUrl === null ? null : originOf(webhookUrl)));
  const known = [...new Set(origins.filter((each) => each !== null))];
  const shards = deps.shards.ofMerchant(merchantId);
  const found = await readEach(shards, (shard) => findHealth(shard, merchantId, known));
  return origins.map((origin) =>
    origin === null ? null : found.map((health) => health.get(origin) ?? HEALTHY).reduce(worse),
  );
}

/** Each shard knows only what it has sent itself. */
function worse(one: EndpointHealth, other: EndpointHealth): EndpointHealth {
  if ((one.degradedSince === null) !== (other.degradedSince === null))
    return one.degradedSince === null ? other : one;
  return one.failures < other.failures ? other : one;
}

import { findHealth } from "../../db/webhooks/endpoints.ts";
import { type EndpointHealth, originOf } from "../../domain/delivery.ts";
import type { Dependencies } from "../dependencies.ts";

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
  return addHealth(owner, await healthOf(deps, merchantId, [owner]));
}

export async function allWithHealth<Owner extends EndpointOwner>(
  deps: Dependencies,
  merchantId: string,
  owners: readonly Owner[],
): Promise<WithHealth<Owner>[]> {
  const known = await healthOf(deps, merchantId, owners);
  return owners.map((owner) => addHealth(owner, known));
}

async function healthOf(deps: Dependencies, merchantId: string, owners: readonly EndpointOwner[]) {
  const urls = owners.map(({ webhookUrl }) => webhookUrl).filter((url) => url !== null);
  return await findHealth(deps.db, merchantId, [...new Set(urls.map(originOf))]);
}

function addHealth<Owner extends EndpointOwner>(
  owner: Owner,
  known: ReadonlyMap<string, EndpointHealth>,
): WithHealth<Owner> {
  const { webhookUrl } = owner;
  return {
    ...owner,
    webhookHealth: webhookUrl === null ? null : (known.get(originOf(webhookUrl)) ?? HEALTHY),
  };
}

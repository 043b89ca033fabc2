import { findEndpointHealth } from "../db/endpoints.ts";
import type { EndpointHealth } from "../domain/delivery.ts";
import type { Dependencies } from "./dependencies.ts";

interface Addressed {
  webhookUrl: string | null;
}

/** A counter or merchant with the health of its webhook address; null without an address. */
export type WithHealth<Owner extends Addressed> = Owner & { webhookHealth: EndpointHealth | null };

const HEALTHY: EndpointHealth = { failures: 0, degradedSince: null, nextProbeAt: null };

export async function withHealth<Owner extends Addressed>(
  deps: Dependencies,
  merchantId: string,
  owner: Owner,
): Promise<WithHealth<Owner>> {
  return addHealth(owner, await findHealth(deps, merchantId, [owner]));
}

export async function allWithHealth<Owner extends Addressed>(
  deps: Dependencies,
  merchantId: string,
  owners: readonly Owner[],
): Promise<WithHealth<Owner>[]> {
  const known = await findHealth(deps, merchantId, owners);
  return owners.map((owner) => addHealth(owner, known));
}

async function findHealth(deps: Dependencies, merchantId: string, owners: readonly Addressed[]) {
  const urls = new Set(owners.map(({ webhookUrl }) => webhookUrl).filter((url) => url !== null));
  return await findEndpointHealth(deps.db, merchantId, [...urls]);
}

function addHealth<Owner extends Addressed>(
  owner: Owner,
  known: ReadonlyMap<string, EndpointHealth>,
): WithHealth<Owner> {
  const { webhookUrl } = owner;
  return { ...owner, webhookHealth: webhookUrl === null ? null : (known.get(webhookUrl) ?? HEALTHY) };
}

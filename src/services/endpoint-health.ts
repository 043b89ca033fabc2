import { findEndpointHealth } from "../db/endpoints.ts";
import type { EndpointHealth } from "../domain/delivery.ts";
import type { Dependencies } from "./dependencies.ts";

/** By address; one without an entry is healthy. */
export async function findHealth(
  deps: Dependencies,
  merchantId: string,
  urls: readonly (string | null)[],
): Promise<Map<string, EndpointHealth>> {
  return await findEndpointHealth(deps.db, merchantId, [...new Set(urls.filter((url) => url !== null))]);
}

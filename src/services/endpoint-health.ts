import { findEndpointHealth } from "../db/endpoints.ts";
import type { EndpointHealth } from "../domain/delivery.ts";
import type { Services } from "./context.ts";

/** By address; one without an entry is healthy. */
export async function findHealth(
  services: Services,
  merchantId: string,
  urls: readonly (string | null)[],
): Promise<Map<string, EndpointHealth>> {
  return await findEndpointHealth(services.db, merchantId, [...new Set(urls.filter((url) => url !== null))]);
}

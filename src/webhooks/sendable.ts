import type { Config } from "../config.ts";
import { webhookAddressFault } from "./address.ts";
import { resolveHost } from "./resolve.ts";

export interface SendingFault {
  text: string;
  /** False when the name could not be looked up. */
  countsAgainstEndpoint: boolean;
}

/**
 * Why nothing may be sent to the address now, or null. Checks its text and what its name resolves to at this moment.
 * Nothing is sent to a name that cannot be looked up, because the owner of the name decides when that happens.
 */
export async function sendingFault(
  address: string,
  config: Config["webhooks"],
): Promise<SendingFault | null> {
  if (address === config.inboxUrl) return null;
  const fault = webhookAddressFault(address, config);
  if (fault !== null) return { text: `address ${fault}`, countsAgainstEndpoint: true };
  const resolution = await resolveHost(fetch, config.dohUrl, new URL(address).hostname);
  switch (resolution.state) {
    case "ok":
      return null;
    case "denied":
      return { text: `address ${resolution.fault}`, countsAgainstEndpoint: true };
    case "unavailable":
      return { text: "the address could not be resolved", countsAgainstEndpoint: false };
  }
}

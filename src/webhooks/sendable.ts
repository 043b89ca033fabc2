import type { Config } from "../config.ts";
import { webhookAddressFault } from "./address.ts";
import { resolveHost } from "./resolve.ts";

export interface SendingFault {
  text: string;
  /** False when the resolver gave no verdict. */
  countsAgainstAddress: boolean;
}

/**
 * Why nothing may be sent there now, or null: as written, and as its name resolves at this moment. A name that
 * cannot be looked up is not sent to, because its owner decides when that happens.
 */
export async function sendingFault(
  address: string,
  config: Config["webhooks"],
): Promise<SendingFault | null> {
  const fault = webhookAddressFault(address, config);
  if (fault !== null) return { text: `address ${fault}`, countsAgainstAddress: true };
  const resolution = await resolveHost(fetch, config.dohUrl, new URL(address).hostname);
  switch (resolution.state) {
    case "ok":
      return null;
    case "denied":
      return { text: `address ${resolution.fault}`, countsAgainstAddress: true };
    case "unavailable":
      return { text: "the address could not be resolved", countsAgainstAddress: false };
  }
}

import type { Config } from "../config.ts";
import { webhookAddressFault } from "./address.ts";
import { resolveHost } from "./resolve.ts";

/**
 * Why nothing may be sent there now, or null: as written, and as its name resolves at this moment. A name that
 * cannot be looked up is not sent to, because its owner decides when that happens.
 */
export async function sendingFault(address: string, config: Config["webhooks"]): Promise<string | null> {
  const fault = webhookAddressFault(address, config);
  if (fault !== null) return `address ${fault}`;
  const resolution = await resolveHost(fetch, config.dohUrl, new URL(address).hostname);
  switch (resolution.state) {
    case "ok":
      return null;
    case "denied":
      return `address ${resolution.fault}`;
    case "unavailable":
      return "the address could not be resolved";
  }
}

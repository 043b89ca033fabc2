import type { Config } from "../config.ts";
import { log } from "../lib/log.ts";
import { webhookAddressFault } from "../webhooks/address.ts";
import { resolveHost } from "../webhooks/resolve.ts";
import type { BodyCheck } from "./validate.ts";

/** Checks whether webhooks can be sent to the address in this field. */
export function checkWebhookAddress(field: string): BodyCheck {
  return async (c, { [field]: address }) => {
    if (typeof address !== "string") return [];
    const message = await webhookFault(address, c.get("deps").config.webhooks);
    return message === null ? [] : [{ field, message }];
  };
}

/** Why webhooks cannot be sent there, or null. */
export async function webhookFault(address: string, config: Config["webhooks"]): Promise<string | null> {
  if (address === config.inboxUrl) return null;
  return webhookAddressFault(address, config) ?? (await resolvedFault(address, config.dohUrl));
}

/** A resolver that is down is not the merchant's fault; the name is resolved again before anything is sent. */
async function resolvedFault(address: string, dohUrl: string | null): Promise<string | null> {
  const host = new URL(address).hostname;
  const resolution = await resolveHost(fetch, dohUrl, host);
  if (resolution.state === "unavailable") {
    log("warn", "webhook_host_unresolved", { host, error: resolution.error });
  }
  return resolution.state === "denied" ? resolution.fault : null;
}

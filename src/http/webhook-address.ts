import type { Config } from "../config.ts";
import { log } from "../log.ts";
import { webhookAddressFault } from "../webhooks/address.ts";
import { resolveHost } from "../webhooks/resolve.ts";
import { invalid } from "./errors.ts";

/** Throws a 400 that names the field when webhooks cannot be sent there. */
export async function checkWebhookAddress(
  field: string,
  address: string | null | undefined,
  config: Config["webhooks"],
): Promise<void> {
  if (address === null || address === undefined) return;
  const message = webhookAddressFault(address, config) ?? (await resolvedFault(address, config.dohUrl));
  if (message !== null) throw invalid([{ field, message }]);
}

/** A resolver that is down is not the merchant's fault; the name is looked up again before anything is sent. */
async function resolvedFault(address: string, dohUrl: string | null): Promise<string | null> {
  const host = new URL(address).hostname;
  const resolution = await resolveHost(fetch, dohUrl, host);
  if (resolution.state === "unavailable") {
    log("warn", "webhook_host_unresolved", { host, error: resolution.error });
  }
  return resolution.state === "denied" ? resolution.fault : null;
}

import type { Config } from "../config.ts";
import { log } from "../lib/log.ts";
import { checkEndpoint } from "../webhooks/sendable.ts";
import type { BodyCheck } from "./validate.ts";

/** Checks whether webhooks can be sent to the URL in this field. */
export function checkWebhookUrl(field: string, change: Partial<Config["webhooks"]> = {}): BodyCheck {
  return async (c, { [field]: url }) => {
    if (typeof url !== "string") return [];
    const message = await webhookFault(url, { ...c.get("deps").config.webhooks, ...change });
    return message === null ? [] : [{ field, message }];
  };
}

/** Why webhooks cannot be sent there, or null. */
export async function webhookFault(url: string, config: Config["webhooks"]): Promise<string | null> {
  const checked = await checkEndpoint(url, config);
  // A resolver that is down is not the merchant's fault; the name is resolved again before anything is sent.
  if (checked.state === "unavailable") {
    log("warn", "webhook_host_unresolved", { host: new URL(url).hostname, error: checked.error });
  }
  return checked.state === "denied" ? checked.fault : null;
}

import type { Config } from "#core/config.ts";
import { BoundedCache, memoizeWeak } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import { checkEndpoint } from "#core/webhooks/sendable.ts";
import type { BodyCheck } from "./validate.ts";

const HOSTS_MAX = 1_000;
const REMEMBERED_MS = 60_000;

const rememberedFor = memoizeWeak(
  (_: Config["webhooks"]) => new BoundedCache<string, { fault: string | null; until: number }>(HOSTS_MAX),
);

export function checkUrlText(field: string, change: Partial<Config["webhooks"]> = {}): BodyCheck {
  return async (c, { [field]: url }) => {
    if (typeof url !== "string") return [];
    const message = await webhookFault(url, { ...c.get("deps").config.webhooks, ...change, dohUrl: null });
    return message === null ? [] : [{ field, message }];
  };
}

/** Checks a body that is to be stored: a name is looked up at most once a minute, since it is again before anything is sent. */
export function webhookUrlChecks(field: string): { checks: BodyCheck[]; lastChecks: BodyCheck[] } {
  const checkHost: BodyCheck = async (c, { [field]: url }) => {
    const { config, clock } = c.get("deps");
    if (typeof url !== "string" || config.webhooks.dohUrl === null) return [];
    const remembered = rememberedFor(config.webhooks);
    const { hostname } = new URL(url);
    const last = remembered.get(hostname);
    const isFresh = last !== undefined && last.until > clock();
    const message = isFresh ? last.fault : await webhookFault(url, config.webhooks);
    if (!isFresh) remembered.set(hostname, { fault: message, until: clock() + REMEMBERED_MS });
    return message === null ? [] : [{ field, message }];
  };
  return { checks: [checkUrlText(field)], lastChecks: [checkHost] };
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

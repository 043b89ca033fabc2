import type { EndpointHealth } from "#sdk/index.ts";
import { badge } from "../components/page.ts";
import { t } from "../text.ts";

/** Returns null when nothing has been sent there lately. */
export function healthBadge(health: EndpointHealth | null): HTMLElement {
  if (health === null || (health.status === "healthy" && health.consecutive_failures === 0))
    return badge("good", t.webhooks.healthy);
  return health.status === "degraded"
    ? badge("bad", t.webhooks.degraded)
    : badge("running", t.webhooks.failures(health.consecutive_failures));
}

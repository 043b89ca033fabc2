// Whether webhooks can leave, and only to where they may.
import { endpointUrlFault } from "../../core/webhooks/endpoint-url.ts";
import { resolveHost } from "../../core/webhooks/resolve.ts";
import { type Check, type Finding, judge } from "./check.ts";
import type { Deployment } from "./service.ts";
import type { Variables } from "./target.ts";
import { isOfThisMachine } from "./variables.ts";

export interface Egress {
  variables: Variables;
  /** It is null when the Worker was not read. */
  deployment: Deployment | null;
}

/** Public for good (RFC 2606). */
const PUBLIC_HOST = "example.com";
const RESOLVER =
  "Set DOH_URL to a resolver with JSON responses, such as https://cloudflare-dns.com/dns-query.";

const CHECKS: Check<Egress>[] = [
  {
    name: "webhooks.resolver",
    fault: async ({ variables: { DOH_URL: dohUrl } }) => {
      if (!dohUrl) return null;
      const { state } = await resolveHost((url, init) => fetch(url, init), dohUrl, PUBLIC_HOST);
      return state === "ok" ? null : `DOH_URL does not resolve ${PUBLIC_HOST} for this machine`;
    },
    fix: RESOLVER,
  },
  {
    name: "webhooks.lookups",
    fault: ({ deployment }) =>
      deployment?.webhook_lookups === "failed"
        ? `the Worker cannot look up ${PUBLIC_HOST}, so it sends no webhook`
        : null,
    fix: RESOLVER,
  },
  {
    name: "webhooks.public-only",
    fault: ({ variables }) =>
      variables.WEBHOOK_ALLOW_PRIVATE === "true" && !isOfThisMachine(variables.PUBLIC_URL)
        ? "merchants can have webhooks sent to private addresses"
        : null,
    fix: "Set WEBHOOK_ALLOW_PRIVATE to false.",
  },
  {
    name: "webhooks.alerts",
    fault: ({ variables: { OPERATOR_ALERT_URL: address, PUBLIC_URL } }) => {
      if (!address) return null;
      const fault = endpointUrlFault(address, { allowPrivate: isOfThisMachine(PUBLIC_URL), ownHosts: [] });
      return fault === null ? null : `OPERATOR_ALERT_URL ${fault}`;
    },
    fix: "Name an address that is public: alerts are sent like webhooks.",
  },
];

export async function checkWebhookEgress(egress: Egress): Promise<Finding[]> {
  return await judge(CHECKS, egress);
}

// Tells operators when webhooks to a merchant's endpoint begin to fail, and when they arrive again: once each. What could not be
// told is told by a later sweep, under the same id.
import {
  type EndpointState,
  forgetAlert,
  listEndpointStates,
  noteAlert,
} from "#core/db/operations/operator-alerts.ts";
import type { OperatorAlerts } from "#core/domain/ports/operator-alerts.ts";
import type { WebhookEndpoint } from "#core/domain/webhooks/delivery.ts";
import { uuidOf } from "#core/lib/derived-uuid.ts";
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import { resumeSweep, type SweepRun } from "#core/services/operations/resume-sweep.ts";
import { PAGE } from "#core/services/operations/sweep-limits.ts";
import { isAlertUrlSafe } from "#core/services/operations/tell-operators.ts";

/** One run tells no more: in brackets, the most queries and other calls (46, 80). */
const NEWS_MAX = 20;
const START: WebhookEndpoint = { merchantId: "", origin: "" };

interface News {
  kind: "webhooks.failing" | "webhooks.recovered";
  endpoint: EndpointState;
  since: number;
}

export async function sweepOperatorAlerts(run: SweepRun): Promise<void> {
  const { operatorAlerts } = run;
  if (operatorAlerts === null) return;
  const parts = { failed_hosts: "webhook_endpoints", alerted_hosts: "operator_alerts" } as const;
  for (const part of ["failed_hosts", "alerted_hosts"] as const) {
    await resumeSweep(run, part, START, async (from) =>
      tellPage(run, operatorAlerts, from, await listEndpointStates(run.shard, parts[part], from, PAGE)),
    );
  }
}

/** Returns where to go on, null at the end. What could not be told waits for the next round, and holds up nothing else. */
async function tellPage(
  deps: SweepRun,
  operatorAlerts: OperatorAlerts,
  from: WebhookEndpoint,
  endpoints: readonly EndpointState[],
): Promise<WebhookEndpoint | null> {
  const news = endpoints.map(newsOf).filter((each) => each !== null);
  if (news.length > 0 && !(await isAlertUrlSafe(deps))) return from;
  const tried = news.slice(0, NEWS_MAX);
  await Promise.all(tried.map((each) => tellNews(deps, operatorAlerts, each)));
  const isEnd = tried.length === news.length && endpoints.length < PAGE;
  const last = tried.length < news.length ? tried.at(-1)?.endpoint : endpoints.at(-1);
  return isEnd || last === undefined ? null : { merchantId: last.merchantId, origin: last.origin };
}

function newsOf(endpoint: EndpointState): News | null {
  const { degradedSince, alertedSince } = endpoint;
  if (degradedSince !== null && alertedSince === null) {
    return { kind: "webhooks.failing", endpoint, since: degradedSince };
  }
  if (degradedSince === null && alertedSince !== null) {
    return { kind: "webhooks.recovered", endpoint, since: alertedSince };
  }
  return null;
}

/** Noted afterwards: when the service stops in between, operators are told twice rather than never. */
async function tellNews(deps: SweepRun, operatorAlerts: OperatorAlerts, news: News): Promise<void> {
  const { kind, endpoint, since } = news;
  const { merchantId, origin, businessName, failures } = endpoint;
  try {
    await operatorAlerts.receive({
      id: await idOf(news),
      type: kind,
      timestamp: isoTime(deps.clock()),
      data: {
        merchant_id: merchantId,
        business_name: businessName,
        endpoint: origin,
        failing_since: isoTime(since),
        consecutive_failures: failures,
      },
    });
    if (kind === "webhooks.failing") await noteAlert(deps.shard, endpoint, since);
    else await forgetAlert(deps.shard, endpoint);
  } catch (error) {
    log("error", "operator_alert_failed", { merchant_id: merchantId, error });
  }
}

async function idOf({ kind, endpoint, since }: News): Promise<string> {
  return await uuidOf([kind, endpoint.merchantId, endpoint.origin, since].join(" "));
}

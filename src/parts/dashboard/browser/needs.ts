// What someone should look at: a webhook address that fails, another time zone, a till that is not seen, an invitation about to end.
import { assumedNow, msUntil } from "#pages/browser/kit/clock.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter, MerchantUser, Till, WebhookSettings } from "#sdk/index.ts";
import { request } from "./api/request.ts";
import { BASE } from "./router.ts";
import { isOwner, proposedZone } from "./session.ts";
import { moment, t } from "./text.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNSEEN_DAYS = 3;
/** An invitation lasts 72 hours. */
const ENDS_WITHIN_MS = DAY_MS;
/** A request for each. */
const COUNTERS_MAX = 10;

export async function readTills(counters: Iterable<Counter>): Promise<Till[]> {
  const active = [...counters].filter(({ status }) => status === "active").slice(0, COUNTERS_MAX);
  const found = await Promise.all(active.map(({ id }) => request("listTills", { ids: [id] })));
  return found.flatMap(({ tills }) => tills);
}

export async function readNeeds(counters: ReadonlyMap<string, Counter>, tills: Till[]): Promise<Child[]> {
  const [{ webhook }, { users }] = await Promise.all([
    request("getWebhookSettings"),
    isOwner() ? request("listMerchantUsers") : { users: [] },
  ]);
  const zone = proposedZone();
  return [
    ...(isFailing(webhook, [...counters.values()])
      ? [needOf(t.home.endpoint, null, `${BASE}/webhooks`, t.nav.webhooks)]
      : []),
    ...(isOwner() && zone !== null
      ? [needOf(t.settings.timeZone, t.home.zone(zone), `${BASE}/settings`, t.nav.settings)]
      : []),
    ...tills.filter(isUnseen).map((till) => {
      const where = counters.get(till.counter_id)?.name ?? "";
      const href = `${BASE}/counters/${till.counter_id}`;
      return needOf(t.home.till(till.name), t.home.unseen(moment(till.last_used_at)), href, where);
    }),
    ...users
      .filter(isEnding)
      .map(({ email, invited_until: until }) =>
        needOf(
          t.home.invitation,
          [isolated(email), ` · ${t.users.until(moment(until ?? ""))}`],
          `${BASE}/users`,
          t.nav.users,
        ),
      ),
  ];
}

/** Whether an endpoint of the shop has failed for long. */
export function isFailing({ health }: WebhookSettings, counters: readonly Counter[]): boolean {
  return [health, ...counters.map((each) => each.webhook_health)].some((each) => each?.status === "degraded");
}

function isUnseen({ last_used_at: at }: Till): boolean {
  return assumedNow() - Date.parse(at) > UNSEEN_DAYS * DAY_MS;
}

function isEnding({
  is_enabled: isEnabled,
  invited_until: until,
  invitation_ended_at: endedAt,
}: MerchantUser) {
  const left = until === null ? null : msUntil(until);
  return isEnabled && !endedAt && left !== null && left > 0 && left < ENDS_WITHIN_MS;
}

function needOf(title: string, text: Child, href: string, link: string): HTMLElement {
  return h(
    "li",
    {},
    h("strong", {}, title),
    text && h("p", { class: "soft small" }, text),
    h("a", { href, class: "small" }, isolated(link)),
  );
}

// The merchant's own webhook address, and where those of its counters are.

import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter, WebhookSettings } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { section, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import type { View } from "../router.ts";
import { t } from "../text.ts";
import { endpointPanel } from "./webhook-endpoint.ts";
import { healthBadge } from "./webhook-health.ts";

export function webhookTabs(): HTMLElement {
  const tabs = [
    [t.webhooks.endpoints, "/dashboard/webhooks"],
    [t.deliveries.title, "/dashboard/webhooks/deliveries"],
    [t.webhooks.events, "/dashboard/webhooks/events"],
  ] as const;
  return h(
    "nav",
    { class: "tabs", "aria-label": t.nav.webhooks },
    tabs.map(([label, href]) =>
      h("a", { href, "aria-current": href === location.pathname ? "page" : null }, label),
    ),
  );
}

interface Endpoints {
  webhook: WebhookSettings;
  counters: Counter[];
}

export function webhooksView(): View {
  const endpoints = region<Endpoints>({
    read: async () => {
      const [{ webhook }, counters] = await Promise.all([request("getWebhookSettings"), readCounters()]);
      return { webhook, counters: [...counters.values()].filter(({ webhook_url: url }) => url !== null) };
    },
    show: (read) => contentOf(read, () => endpoints.reload()),
  });
  return viewUnder({ title: t.nav.webhooks, intro: t.webhooks.intro }, webhookTabs(), endpoints.element);
}

function contentOf({ webhook, counters }: Endpoints, changed: () => void): Child {
  return h(
    "div",
    { class: "columns" },
    section(
      t.webhooks.merchantEndpoint,
      endpointPanel({
        endpoint: webhook,
        fields: { url: "url", events: "events" },
        save: (body) => request("updateWebhookSettings", { body }),
        test: async () => (await request("testMerchantWebhook")).test,
        rotate: async (graceSeconds) =>
          (await request("rotateWebhookSecret", { body: { grace_period_seconds: graceSeconds } }))
            .webhook_secret,
        changed,
      }),
    ),
    section(
      t.webhooks.counterEndpoints,
      counters.length === 0
        ? h("p", { class: "soft" }, t.webhooks.noCounterEndpoints)
        : table({ caption: t.webhooks.counterEndpoints, columns: columns(), rows: counters }),
    ),
  );
}

const columns = (): Column<Counter>[] => [
  {
    label: t.counters.one,
    kind: "title",
    cell: ({ id, name, webhook_url: url }) =>
      h(
        "a",
        { class: "row-link", href: `/dashboard/counters/${id}` },
        isolated(name),
        h("span", { class: "address" }, code(url ?? "")),
      ),
  },
  { label: t.payments.state, kind: "headline", cell: ({ webhook_health: health }) => healthBadge(health) },
];

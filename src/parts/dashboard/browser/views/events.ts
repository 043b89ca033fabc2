// Everything that happened in the last 30 days, oldest first, as a receiver that was away can read it.

import { h, isolated } from "#pages/browser/kit/h.ts";
import type { StoredEvent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { pager, time, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import type { View, Visit } from "../router.ts";
import { money, t, wordFor } from "../text.ts";
import { webhookTabs } from "./webhooks.ts";

const PER_PAGE = 25;

export function eventsView({ query }: Visit): View {
  const list = searchRegion({
    search: { after: query.get("after") },
    read: (search) => request("listEvents", { query: { ...search, limit: PER_PAGE } }),
    show: ({ events, next_after: next, has_more: hasMore }, { after }, go) => [
      events.length === 0
        ? emptyPanel(t.feed.empty, t.feed.emptyHint)
        : table({ caption: t.webhooks.events, columns: columns(), rows: events }),
      pager({
        isFirst: after === null,
        next: hasMore ? next : null,
        go: (cursor) => go({ after: cursor }),
        words: { first: t.feed.first, next: t.common.newer },
      }),
    ],
  });
  return viewUnder({ title: t.nav.webhooks, intro: t.feed.intro }, webhookTabs(), list.element);
}

const columns = (): Column<StoredEvent>[] => [
  {
    label: t.webhooks.event,
    kind: "title",
    cell: ({ id, type }) =>
      h("a", { class: "row-link", href: `/dashboard/webhooks/deliveries/${id}` }, wordFor(t.events, type)),
  },
  { label: t.ledger.time, cell: ({ timestamp }) => time(timestamp) },
  {
    label: t.payments.one,
    cell: ({ data: { payment_intent: intent, reference } }) => [
      h("a", { href: `/dashboard/payments/${intent.id}` }, isolated(intent.number)),
      reference && [" · ", isolated(reference)],
    ],
  },
  {
    label: t.payments.amount,
    kind: "number",
    cell: ({ data: { payment_intent: intent } }) => money(intent.amount_decimal, intent.currency),
  },
];

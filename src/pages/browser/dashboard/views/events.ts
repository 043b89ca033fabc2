// Everything that happened in the last 30 days, oldest first, as a receiver that was away can read it.
import type { StoredEvent } from "../../../../sdk/index.ts";
import { h, isolated } from "../../kit/h.ts";
import { queryText, request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { pageHead, time } from "../components/page.ts";
import { emptyPanel, region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { rememberQuery, type View, type Visit } from "../router.ts";
import { money, t } from "../text.ts";
import { webhookTabs } from "./webhooks.ts";

const PER_PAGE = 25;

export function eventsView({ query }: Visit): View {
  let after = query.get("after");
  const list = region({
    read: () => request("listEvents", { query: { after, limit: PER_PAGE } }),
    show: ({ events, next_after: next, has_more: hasMore }) => [
      events.length === 0
        ? emptyPanel(t.feed.empty, t.feed.emptyHint)
        : table({ caption: t.webhooks.events, columns: columns(), rows: events }),
      h(
        "nav",
        { class: "pager", "aria-label": t.common.pages },
        after === null ? null : button({ label: t.feed.first, icon: "back", onclick: () => go(null) }),
        hasMore ? button({ label: t.feed.newer, icon: "next", onclick: () => go(next) }) : null,
      ),
    ],
  });
  const go = (changed: string | null) => {
    after = changed;
    rememberQuery(queryText({ after }));
    list.reload({ isFresh: true });
  };
  const title = t.nav.webhooks;
  return {
    title,
    content: h("div", {}, pageHead({ title, intro: t.feed.intro }), webhookTabs(), list.element),
  };
}

const columns = (): Column<StoredEvent>[] => [
  {
    label: t.webhooks.event,
    kind: "title",
    cell: ({ id, type }) =>
      h("a", { class: "row-link", href: `/dashboard/webhooks/deliveries/${id}` }, t.events[type] ?? type),
  },
  { label: t.ledger.time, cell: ({ timestamp }) => time(timestamp) },
  {
    label: t.payments.reference,
    cell: ({ data: { reference } }) => (reference === null ? "–" : isolated(reference)),
  },
  {
    label: t.payments.amount,
    kind: "number",
    cell: ({ data: { payment_intent: intent } }) => money(intent.amount_decimal, intent.currency),
  },
];

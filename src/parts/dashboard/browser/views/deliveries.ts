// The webhooks that were sent, and a way to send the failed ones of a period again.

import { addDays, dateIn, rangeOfDays } from "#core/lib/local-time.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { code, h } from "#pages/browser/kit/h.ts";
import type { WebhookDelivery } from "#sdk/index.ts";
import { ServiceFailure } from "../api/failures.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { openForm } from "../components/dialog.ts";
import { choosingField, textField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { pager, time, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import type { View, Visit } from "../router.ts";
import { timeZone } from "../session.ts";
import { t, wordFor } from "../text.ts";
import { deliveryBadge } from "./delivery-badge.ts";
import { webhookTabs } from "./webhooks.ts";

const PER_PAGE = 25;
const STATUSES = ["failed", "pending", "delivered", "none"] as const;

export function deliveriesView({ query }: Visit): View {
  const list = searchRegion({
    search: { status: query.get("status"), cursor: query.get("cursor") },
    read: (search) => request("listWebhookDeliveries", { query: { ...search, limit: PER_PAGE } }),
    show: ({ deliveries, next_cursor: next }, search, go) =>
      deliveries.length === 0 && next === null
        ? emptyPanel(t.deliveries.empty, t.deliveries.emptyHint)
        : [
            table({ caption: t.deliveries.title, columns: columns(), rows: deliveries }),
            pager({ isFirst: search.cursor === null, next, go: (cursor) => go({ ...search, cursor }) }),
          ],
  });
  const status = choosingField({
    name: "status",
    label: t.payments.state,
    value: query.get("status"),
    choices: STATUSES.map((status) => [status, t.deliveries.statuses[status]]),
    choose: (chosen) => list.go({ status: chosen, cursor: null }),
  });
  const onclick = () => askForPeriod(() => list.reload());
  const recover = button({ label: t.deliveries.recover, onclick });
  return viewUnder(
    { title: t.nav.webhooks, intro: t.deliveries.intro, actions: recover },
    webhookTabs(),
    h("div", { class: "filter-row" }, status),
    list.element,
  );
}

const columns = (): Column<WebhookDelivery>[] => [
  {
    label: t.webhooks.event,
    kind: "title",
    cell: ({ id, type, url }) =>
      h(
        "a",
        { class: "row-link", href: `/dashboard/webhooks/deliveries/${id}` },
        wordFor(t.events, type),
        url === null ? null : h("span", { class: "address" }, code(url)),
      ),
  },
  { label: t.payments.state, kind: "headline", cell: deliveryBadge },
  { label: t.story.created, cell: ({ created_at }) => time(created_at) },
  { label: t.deliveries.attempts, kind: "number", cell: ({ attempts }) => attempts },
  { label: t.deliveries.response, kind: "number", cell: ({ last_response_status: status }) => status ?? "–" },
];

const PERIOD_DAYS = 7;

function askForPeriod(changed: () => void): void {
  const today = dateIn(timeZone(), assumedNow());
  const attributes = { type: "date", required: true };
  openForm({
    action: t.deliveries.recover,
    hint: t.deliveries.recoverHint,
    fields: h(
      "div",
      { class: "form-pair" },
      textField({ name: "since", label: t.payments.from, value: addDays(today, -PERIOD_DAYS), attributes }),
      textField({ name: "until", label: t.payments.to, value: today, attributes }),
    ),
    onSubmit: async (values, close) => {
      const missing = ["since", "until"].filter((name) => values.get(name) === "");
      if (missing.length > 0)
        throw new ServiceFailure(400, { code: "invalid_request", requestId: null, fields: missing });
      const days = { from: String(values.get("since")), to: String(values.get("until")) };
      const { from, to } = rangeOfDays(days, timeZone());
      const body = { since: new Date(from).toISOString(), until: new Date(to).toISOString() };
      const { recovered } = await request("recoverWebhookDeliveries", { body });
      close();
      notify(t.deliveries.recovered(recovered));
      changed();
    },
  });
}

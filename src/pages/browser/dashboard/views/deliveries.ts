// The webhooks that were sent, and a way to send the failed ones of a period again.

import { dateIn } from "../../../../lib/local-time.ts";
import type { WebhookDelivery } from "../../../../sdk/index.ts";
import { type Child, code, h } from "../../kit/h.ts";
import { queryText, request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { openDialog } from "../components/dialog.ts";
import { form, selectField, textField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { pageHead, pager, time } from "../components/page.ts";
import { emptyPanel, region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { rememberQuery, type View, type Visit } from "../router.ts";
import { isOwner, timeZone } from "../session.ts";
import { t } from "../text.ts";
import { addDays, instantOf } from "../time-zone.ts";
import { deliveryBadge } from "./delivery-badge.ts";
import { webhookTabs } from "./webhooks.ts";

const PER_PAGE = 25;
const STATUSES = ["failed", "pending", "delivered", "none"] as const;

interface Page {
  deliveries: WebhookDelivery[];
  next_cursor: string | null;
}

export function deliveriesView({ query }: Visit): View {
  let shown = { status: query.get("status"), cursor: query.get("cursor") };
  const list = region<Page>({
    read: () => request("listWebhookDeliveries", { query: { ...shown, limit: PER_PAGE } }),
    show: (page) => listOf(page, shown.cursor === null, (cursor) => go({ ...shown, cursor })),
  });
  const go = (changed: typeof shown) => {
    shown = changed;
    rememberQuery(queryText(shown));
    list.reload({ isFresh: true });
  };
  const status = statusField(shown.status, (chosen) => go({ status: chosen, cursor: null }));
  const recover = isOwner()
    ? button({ label: t.deliveries.recover, onclick: () => askForPeriod(() => list.reload()) })
    : null;
  const title = t.nav.webhooks;
  return {
    title,
    content: h(
      "div",
      {},
      pageHead({ title, intro: t.deliveries.intro, actions: recover }),
      webhookTabs(),
      h("div", { class: "filter-row" }, status),
      list.element,
    ),
  };
}

function statusField(value: string | null, choose: (status: string | null) => void): HTMLElement {
  const field = selectField({
    name: "status",
    label: t.payments.state,
    value,
    choices: [
      ["", t.payments.any],
      ...STATUSES.map((status) => [status, t.deliveries.statuses[status]] as const),
    ],
  });
  const select = field.querySelector("select");
  select?.addEventListener("change", () => choose(select.value || null));
  return field;
}

function listOf(
  { deliveries, next_cursor: next }: Page,
  isFirst: boolean,
  go: (cursor: string | null) => void,
): Child {
  if (deliveries.length === 0 && next === null) return emptyPanel(t.deliveries.empty, t.deliveries.emptyHint);
  return [
    table({ caption: t.deliveries.title, columns: columns(), rows: deliveries }),
    pager({ isFirst, next, go }),
  ];
}

const columns = (): Column<WebhookDelivery>[] => [
  {
    label: t.webhooks.event,
    kind: "title",
    cell: ({ id, type, url }) =>
      h(
        "a",
        { class: "row-link", href: `/dashboard/webhooks/deliveries/${id}` },
        t.events[type] ?? type,
        url === null ? null : h("span", { class: "address" }, code(url)),
      ),
  },
  { label: t.payments.state, kind: "headline", cell: deliveryBadge },
  { label: t.payments.created, cell: ({ created_at }) => time(created_at) },
  { label: t.deliveries.attempts, kind: "number", cell: ({ attempts }) => attempts },
  { label: t.deliveries.response, kind: "number", cell: ({ last_response_status: status }) => status ?? "–" },
];

const PERIOD_DAYS = 7;

function askForPeriod(changed: () => void): void {
  const today = dateIn(timeZone(), Date.now());
  openDialog(t.deliveries.recover, ({ close }) =>
    h(
      "div",
      { class: "dialog-body" },
      h("p", {}, t.deliveries.recoverHint),
      form({
        fields: h(
          "div",
          { class: "form-pair" },
          textField({
            name: "since",
            label: t.payments.from,
            value: addDays(today, -PERIOD_DAYS),
            attributes: { type: "date", required: true },
          }),
          textField({
            name: "until",
            label: t.payments.to,
            value: today,
            attributes: { type: "date", required: true },
          }),
        ),
        submit: t.deliveries.recover,
        onSubmit: async (values) => {
          const midnight = (day: string) => instantOf(`${day}T00:00`, timeZone());
          const body = {
            since: midnight(String(values.get("since"))),
            until: midnight(addDays(String(values.get("until")), 1)),
          };
          const { recovered } = await request("recoverWebhookDeliveries", { body });
          close();
          notify(t.deliveries.recovered(recovered));
          changed();
        },
      }),
    ),
  );
}

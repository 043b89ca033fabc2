// What the merchant should have done before it takes real money, and what this environment has seen of it.

import { type Child, h } from "#pages/browser/kit/h.ts";
import type { GoLiveCheckResult } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { type BadgeKind, badge, section, time } from "../components/page.ts";
import { region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { BASE } from "../router.ts";
import { t, wordFor } from "../text.ts";

const BADGES: Record<GoLiveCheckResult["state"], BadgeKind> = {
  passed: "good",
  missing: "running",
  yours_to_confirm: "ended",
};

export function goLiveSection(): HTMLElement {
  const { element } = region({
    read: () => request("getGoLive"),
    show: ({ go_live: { checks } }) => table({ caption: t.goLive.title, columns: columns(), rows: checks }),
  });
  return section(t.goLive.title, h("p", { class: "soft" }, t.goLive.intro), element);
}

function columns(): Column<GoLiveCheckResult>[] {
  return [
    { label: t.goLive.check, kind: "title", cell: ({ check }) => wordFor(t.goLive.checks, check) },
    {
      label: t.payments.state,
      cell: ({ state }) => badge(BADGES[state] ?? "running", wordFor(t.goLive.states, state)),
    },
    { label: t.goLive.states.passed, cell: evidenceOf },
  ];
}

function evidenceOf({
  seen_at: seenAt,
  payment_intent_id: paymentId,
  event_id: eventId,
}: GoLiveCheckResult): Child {
  if (seenAt === null) return "–";
  const href = eventId === null ? `${BASE}/payments/${paymentId}` : `${BASE}/webhooks/deliveries/${eventId}`;
  return h("a", { href }, time(seenAt));
}

// Who did what to the merchant's access, settings and money.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import { request } from "../api/request.ts";
import { choosingField } from "../components/form.ts";
import { pager, time, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import type { View, Visit } from "../router.ts";
import { count, currentLanguage, exactMoment, t } from "../text.ts";

const PER_PAGE = 25;

export function auditTrailView({ query }: Visit): View {
  const list = searchRegion({
    search: { action: query.get("action"), cursor: query.get("cursor") },
    read: (search) => request("listAuditTrail", { query: { ...search, limit: PER_PAGE } }),
    show: ({ entries, next_cursor: next }, search, go) =>
      entries.length === 0
        ? emptyPanel(t.audit.empty, t.audit.emptyHint)
        : [
            table({ caption: t.nav.audit, columns: columns(), rows: entries }),
            pager({ isFirst: search.cursor === null, next, go: (cursor) => go({ ...search, cursor }) }),
          ],
  });
  const action = choosingField({
    name: "action",
    label: t.audit.action,
    value: query.get("action"),
    choices: Object.entries(t.audit.actions).sort(([, a], [, b]) => a.localeCompare(b, currentLanguage())),
    choose: (chosen) => list.go({ action: chosen, cursor: null }),
  });
  return viewUnder(
    { title: t.nav.audit, intro: t.audit.intro },
    h("div", { class: "filter-row" }, action),
    list.element,
  );
}

const columns = (): Column<Wire<"AuditEntry">>[] => [
  { label: t.audit.action, kind: "title", cell: actionOf },
  { label: t.ledger.time, cell: ({ created_at }) => time(created_at, exactMoment) },
  { label: t.audit.actor, cell: actorOf },
  { label: t.audit.address, cell: ({ actor }) => (actor.address === null ? "–" : code(actor.address)) },
];

function actionOf({ action, details, occurrences, target_id: target }: Wire<"AuditEntry">): Child {
  const name = t.audit.actions[action as keyof typeof t.audit.actions];
  return h(
    "div",
    { class: "row-title" },
    h("strong", {}, name ?? action, occurrences > 1 ? ` × ${count(occurrences)}` : null),
    details === null ? null : h("span", { class: "soft small" }, isolated(details)),
    target === null ? null : h("span", { class: "address" }, code(target)),
  );
}

function actorOf({ actor: { kind, subject, client_id: client } }: Wire<"AuditEntry">): Child {
  const name = t.audit.kinds[kind as keyof typeof t.audit.kinds] ?? kind;
  const id = kind === "user" || kind === "unknown" ? (subject ?? client) : client;
  return h(
    "div",
    { class: "row-title" },
    name,
    id === null ? null : h("span", { class: "address" }, code(id)),
  );
}

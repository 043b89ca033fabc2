// Who did what to the merchant's access, settings and money.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import { request } from "../api/request.ts";
import { auditDetails } from "../audit-details.ts";
import { choosingField } from "../components/form.ts";
import { forDevelopers, pager, time, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import { readEmails } from "../emails-by-id.ts";
import { isId, type Names, nameOfActor } from "../names.ts";
import type { View, Visit } from "../router.ts";
import { count, currentLanguage, exactMoment, t } from "../text.ts";

const PER_PAGE = 25;
const PAYMENT_ACTIONS = ["refund.requested", "payment_intent.resolved"];
const USER_ACTIONS = [
  "user.disabled",
  "user.enabled",
  "user.invited",
  "user.invitation_ended",
  "user.role_changed",
  "user.removed",
];

type AuditEntry = Wire<"AuditEntry">;

interface Known extends Names {
  /** The numbers of the payments that were acted on, by their ids. */
  numbers: ReadonlyMap<string, string>;
}

interface Read extends Known {
  entries: AuditEntry[];
  next: string | null;
}

export function auditTrailView({ query }: Visit): View {
  const list = searchRegion({
    search: { action: query.get("action"), cursor: query.get("cursor") },
    read: readEntries,
    show: ({ entries, next, ...names }, search, go) =>
      entries.length === 0
        ? emptyPanel(t.audit.empty, t.audit.emptyHint)
        : [
            table({ caption: t.nav.audit, columns: columns(names), rows: entries }),
            pager({ isFirst: search.cursor === null, next, go: (cursor) => go({ ...search, cursor }) }),
            forDevelopers(() => table({ caption: t.nav.audit, columns: ids(), rows: entries })),
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

/** An entry that counts several occurrences has the time of the last, but the place of the first. */
async function readEntries(search: Record<string, string | null>): Promise<Read> {
  const [{ entries, next_cursor: next }, counters, emails] = await Promise.all([
    request("listAuditTrail", { query: { ...search, limit: PER_PAGE } }),
    readCounters(),
    readEmails(),
  ]);
  entries.sort((one, other) => other.created_at.localeCompare(one.created_at));
  return { entries, next, counters, emails, numbers: await readNumbers(entries) };
}

/** They are few: one for each refund on the page. */
async function readNumbers(entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const targets = entries.filter(({ action }) => PAYMENT_ACTIONS.includes(action));
  const ids = [...new Set(targets.map(({ target_id: id }) => id ?? ""))];
  const read = await Promise.allSettled(ids.map((id) => request("getPaymentIntent", { ids: [id] })));
  const payments = read.flatMap((each) => (each.status === "fulfilled" ? each.value.payment_intent : []));
  return new Map(payments.map(({ id, number }) => [id, number]));
}

const columns = (names: Known): Column<AuditEntry>[] => [
  { label: t.audit.action, kind: "title", cell: (entry) => actionOf(entry, names) },
  { label: t.ledger.time, cell: ({ created_at }) => time(created_at, exactMoment) },
  { label: t.audit.actor, cell: (entry) => actorOf(entry, names) },
  { label: t.audit.address, cell: ({ actor: { address } }) => (isKnown(address) ? code(address) : "–") },
];

const ids = (): Column<AuditEntry>[] => [
  { label: t.audit.action, kind: "title", cell: ({ action }) => code(action) },
  { label: t.audit.target, cell: ({ target_id: id }) => id && code(id) },
  { label: t.audit.actor, cell: ({ actor }) => code(actor.subject ?? actor.client_id ?? actor.kind) },
  { label: t.common.requestId, cell: ({ request_id: id }) => id && code(id) },
];

/** What reached the service past its platform has no address, and is counted as "unknown". */
const isKnown = (address: string | null): address is string => address !== null && address !== "unknown";

function actionOf(entry: AuditEntry, names: Known): Child {
  const { action, occurrences } = entry;
  const name = t.audit.actions[action as keyof typeof t.audit.actions];
  const target = targetOf(entry, names);
  return h(
    "div",
    { class: "row-title" },
    h("strong", {}, name ?? action, occurrences > 1 ? ` × ${count(occurrences)}` : null),
    target && h("span", { class: "small" }, target),
    detailsOf(entry, names),
  );
}

/** What was acted on, as far as it has a name: of what is gone, the action says what it was. */
function targetOf({ action, target_id: id }: AuditEntry, { emails, counters, numbers }: Known): Child {
  if (id === null) return null;
  const counter = counters.get(id);
  if (counter !== undefined) return h("a", { href: `/dashboard/counters/${id}` }, isolated(counter.name));
  if (PAYMENT_ACTIONS.includes(action))
    return h("a", { href: `/dashboard/payments/${id}` }, isolated(numbers.get(id) ?? t.payments.one));
  const email = emails.get(id);
  if (email !== undefined) return isolated(email);
  return USER_ACTIONS.includes(action) && emails.size > 0 ? t.audit.userGone : null;
}

function detailsOf({ action, details }: AuditEntry, { counters }: Names): Child {
  const words = isId(details ?? "") ? counters.get(details ?? "")?.name : details;
  return words && h("span", { class: "soft small" }, isolated(auditDetails(action, words, t)));
}

function actorOf({ actor: { kind, subject, client_id: client } }: AuditEntry, names: Names): Child {
  const word = t.audit.kinds[kind as keyof typeof t.audit.kinds] ?? kind;
  const email = subject === null ? undefined : names.emails.get(subject);
  // Who has failed to sign in is not known: the email is that which was tried.
  if (kind === "unknown") return [word, email && h("span", { class: "soft small" }, " ", isolated(email))];
  if (kind !== "user" && kind !== "counter") return word;
  return nameOfActor((kind === "user" ? subject : client) ?? "", names);
}

// The merchant's counters, and the form that registers one.

import { h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { openForm } from "../components/dialog.ts";
import { form, selectField, textField, textOf } from "../components/form.ts";
import { badge, time, viewUnder } from "../components/page.ts";
import { emptyPanel, region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { forgetCounters, readCounters } from "../counters-by-id.ts";
import { navigate, type View } from "../router.ts";
import { isOwner } from "../session.ts";
import { t, wordFor } from "../text.ts";

export function countersView(): View {
  const list = region<Counter[]>({
    read: async () => [...(await readCounters()).values()],
    show: (counters) => {
      if (counters.length === 0) return noCounters();
      if (actions !== null) actions.hidden = false;
      return table({ caption: t.nav.counters, columns: COLUMNS(), rows: counters.toSorted(activeFirst) });
    },
  });
  const actions = isOwner()
    ? button({ label: t.counters.create, icon: "plus", kind: "primary", onclick: askForCounter })
    : null;
  if (actions !== null) actions.hidden = true;
  return viewUnder({ title: t.nav.counters, intro: t.counters.intro, actions }, list.element);
}

function activeFirst(one: Counter, other: Counter): number {
  return one.status.localeCompare(other.status) || one.name.localeCompare(other.name);
}

const COLUMNS = (): Column<Counter>[] => [
  { label: t.counters.name, kind: "title", cell: titleOf },
  { label: t.payments.state, kind: "headline", cell: counterBadge },
  { label: t.story.created, cell: ({ created_at }) => time(created_at) },
];

function titleOf({ id, name, location }: Counter): HTMLElement {
  return h(
    "a",
    { class: "row-link", href: `/dashboard/counters/${id}` },
    isolated(name),
    location === "" ? null : h("span", { class: "soft small" }, isolated(location)),
  );
}

export function counterBadge({ status }: Counter): HTMLElement {
  return badge(status === "active" ? "good" : "ended", wordFor(t.counters.statuses, status));
}

interface CounterFieldOptions {
  name: string;
  none: string;
  value?: string | null;
  isOffered?(counter: Counter): boolean;
}

/** The form works without the counters, so that a failure to read them stops nothing. */
export function counterField(options: CounterFieldOptions): HTMLElement {
  const { name, none, value = null, isOffered = () => true } = options;
  const element = selectField({ name, label: t.counters.one, choices: [["", none]] });
  const offer = (counter: Counter) =>
    h("option", { value: counter.id, selected: counter.id === value }, counter.name);
  readCounters().then(
    (counters) =>
      element.querySelector("select")?.append(...[...counters.values()].filter(isOffered).map(offer)),
    () => {},
  );
  return element;
}

/** The first one is named at once, without another button. */
function noCounters(): HTMLElement {
  const { create, empty, emptyHint } = t.counters;
  const first = isOwner() ? form({ fields: nameField(1), submit: create, onSubmit: makeCounter }) : null;
  return emptyPanel(empty, emptyHint, first);
}

async function askForCounter(): Promise<void> {
  const { size } = await readCounters();
  openForm({
    action: t.counters.create,
    fields: nameField(size + 1),
    onSubmit: async (values, close) => {
      await makeCounter(values);
      close();
    },
  });
}

/** Then its first till is paired. */
async function makeCounter(values: FormData): Promise<void> {
  const body = { name: textOf(values, "name") ?? undefined };
  const { counter } = await request("createCounter", { body });
  forgetCounters();
  navigate(`/dashboard/counters/${counter.id}?pair`);
}

function nameField(number: number): HTMLElement {
  const { name: label, one } = t.counters;
  const attributes = { maxlength: 200, required: true, autofocus: true, focus: selectAll };
  return textField({ name: "name", label, value: `${one} ${number}`, attributes });
}

/** What is proposed is replaced by typing. */
function selectAll({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLInputElement) currentTarget.select();
}

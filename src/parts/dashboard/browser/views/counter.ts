// One counter: its settings, its webhook, its tills and its end.

import type { PartPages } from "#core/part-pages.ts";
import type { CounterPanel, CounterPanelKit } from "#pages/browser/kit/counter-panel.ts";
import { type Child, code, fill, h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter } from "#sdk/index.ts";
import { request, send } from "../api/request.ts";
import { button } from "../components/button.ts";
import { dangerButton, openForm } from "../components/dialog.ts";
import { checkField, form, textField, textOf } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { facts, forDevelopers, section, time, viewUnder } from "../components/page.ts";
import { failurePanel, region } from "../components/region.ts";
import { table } from "../components/table.ts";
import { forgetCounters } from "../counters-by-id.ts";
import type { View, Visit } from "../router.ts";
import { isOwner, shopSettings } from "../session.ts";
import { currentLanguage, money, t } from "../text.ts";
import { counterBadge } from "./counters.ts";
import { newSecretButton } from "./credentials.ts";
import { tillsPanel } from "./tills.ts";
import { endpointPanel } from "./webhook-endpoint.ts";

const panels: string[] = [];

export function addCounterPanels(parts: readonly PartPages[]): void {
  panels.push(...parts.flatMap(({ counterPanels }) => counterPanels ?? []));
}

export function counterView({ ids: [id = ""] }: Visit): View {
  const detail = region<Counter>({
    read: async () => (await request("getCounter", { ids: [id] })).counter,
    show: (counter) => contentOf(counter, () => detail.reload()),
  });
  const parent = { label: t.nav.counters, href: "/dashboard/counters" };
  return viewUnder({ title: t.counters.one, parent }, detail.element);
}

function contentOf(counter: Counter, reload: () => void): Child {
  const isActive = counter.status === "active";
  const changed = () => {
    forgetCounters();
    reload();
  };
  return [
    h(
      "div",
      { class: "summary" },
      h("p", { class: "amount name" }, isolated(counter.name)),
      counterBadge(counter),
      counter.location === "" ? null : h("p", { class: "soft" }, isolated(counter.location)),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        {},
        section(t.tills.title, tillsPanel(counter.id, isActive)),
        panels.map((name) => panelOfPart(name, counter)),
      ),
      h(
        "div",
        {},
        section(
          t.payments.details,
          facts([
            [t.story.created, time(counter.created_at)],
            [t.counters.updated, time(counter.updated_at)],
            [t.nav.payments, h("a", { href: `/dashboard?counter=${counter.id}` }, t.counters.payments)],
          ]),
        ),
        isOwner() && isActive
          ? [section(t.counters.rename, renameForm(counter, changed)), deactivation(counter, changed)]
          : null,
      ),
      isOwner() && forDevelopers(() => developersContent(counter, isActive, changed)),
    ),
  ];
}

/** A till needs none of it: secrets are made only when someone asks for them. */
function developersContent(counter: Counter, isChangeable: boolean, changed: () => void): Child {
  const { id, idp_client_id: clientId } = counter;
  const ids = [
    [t.counters.id, code(id)],
    [t.credentials.clientId, code(clientId)],
  ] as const;
  return [
    h("div", { class: "section" }, facts(ids)),
    isChangeable && [
      section(
        t.credentials.rotate,
        h("p", { class: "soft" }, t.credentials.rotateHint),
        newSecretButton(() => request("createCounterCredentials", { ids: [id] })),
      ),
      section(
        t.counters.rights,
        h("p", { class: "soft" }, t.counters.rightsHint),
        rightsForm(counter, changed),
      ),
    ],
    section(t.webhooks.endpoint, counterEndpoint(counter, changed)),
  ];
}

/** Each is a bundle of its own, with a name that never changes, which the bundler must not look for. */
function panelOfPart(name: string, counter: Counter): HTMLElement {
  const place = h("div");
  const components = { send, region, table, button, dangerButton, openForm, textField, notify, money };
  const kit: CounterPanelKit = {
    ...components,
    language: currentLanguage(),
    isOwner: isOwner(),
    currency: shopSettings()?.currency ?? "USD",
  };
  const show = async () => {
    const { panelOf }: { panelOf: CounterPanel } = await import(`/pages/${name}.js`);
    const { title, content } = await panelOf(counter, kit);
    fill(place, section(title, content));
  };
  const tryToShow = () => void show().catch((failure) => fill(place, failurePanel(failure, tryToShow)));
  tryToShow();
  return place;
}

function counterEndpoint(counter: Counter, changed: () => void): HTMLElement {
  const { id } = counter;
  return endpointPanel({
    endpoint: { url: counter.webhook_url, events: counter.webhook_events, health: counter.webhook_health },
    fields: { url: "webhook_url", events: "webhook_events" },
    save: (body) => request("updateCounter", { ids: [id], body }),
    test: async () => (await request("testCounterWebhook", { ids: [id] })).test,
    rotate: async (graceSeconds) =>
      (await request("rotateCounterSecret", { ids: [id], body: { grace_period_seconds: graceSeconds } }))
        .webhook_secret,
    changed,
  });
}

function renameForm(counter: Counter, changed: () => void): HTMLElement {
  return form({
    fields: [
      textField({
        name: "name",
        label: t.counters.name,
        value: counter.name,
        attributes: { maxlength: 200 },
      }),
      textField({
        name: "location",
        label: t.counters.location,
        value: counter.location,
        attributes: { maxlength: 200 },
      }),
    ],
    submit: t.common.save,
    onSubmit: async (values) => {
      const body = { name: textOf(values, "name") ?? "", location: textOf(values, "location") };
      await request("updateCounter", { ids: [counter.id], body });
      notify(t.common.saved);
      changed();
    },
  });
}

function rightsForm(counter: Counter, changed: () => void): HTMLElement {
  const choices = [
    ["can_refund", t.counters.canRefund],
    ["reads_own_only", t.counters.readsOwnOnly],
  ] as const;
  const values = choices.flatMap(([name]) => (counter[name] ? [name] : []));
  return form({
    fields: checkField({ name: "rights", label: t.counters.rights, choices, values }),
    submit: t.common.save,
    onSubmit: async (form) => {
      const ticked = form.getAll("rights");
      const body = Object.fromEntries(choices.map(([name]) => [name, ticked.includes(name)]));
      await request("updateCounter", { ids: [counter.id], body });
      notify(t.common.saved);
      changed();
    },
  });
}

function deactivation({ id, name }: Counter, changed: () => void): HTMLElement {
  return section(
    t.counters.deactivate,
    h("p", { class: "soft" }, t.counters.deactivateHint),
    h(
      "div",
      {},
      dangerButton({
        action: t.counters.deactivate,
        title: t.counters.deactivateTitle(name),
        text: t.counters.deactivateHint,
        run: async () => {
          await request("deactivateCounter", { ids: [id] });
          notify(t.counters.deactivated);
          changed();
        },
      }),
    ),
  );
}

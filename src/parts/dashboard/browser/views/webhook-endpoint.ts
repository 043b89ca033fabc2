// A webhook address, the merchant's or a counter's: where, which events, its secret, and a test.

import { type Child, code, h } from "#pages/browser/kit/h.ts";
import type { EventType, WebhookSettings, WebhookTest } from "#sdk/index.ts";
import { button } from "../components/button.ts";
import { openDialog, openForm, showSecrets } from "../components/dialog.ts";
import { checkField, form, selectField, textField, textOf } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { badge, facts } from "../components/page.ts";
import { acceptsHttp } from "../session.ts";
import { exactMoment, t } from "../text.ts";
import { healthBadge } from "./webhook-health.ts";

interface EndpointOptions {
  endpoint: WebhookSettings;
  /** What the API calls them here. */
  fields: { url: string; events: string };
  save(body: Record<string, unknown>): Promise<unknown>;
  test(): Promise<WebhookTest>;
  /** Returns the new secret. */
  rotate(graceSeconds: number): Promise<string>;
  changed(): void;
}

export function endpointPanel(options: EndpointOptions): HTMLElement {
  const { endpoint } = options;
  return h(
    "div",
    { class: "card stack" },
    endpoint.url === null ? h("p", { class: "soft" }, t.webhooks.noAddress) : stateOf(endpoint),
    settingsForm(options),
    actionsOf(options),
  );
}

function stateOf({ url, health }: WebhookSettings): HTMLElement {
  return h(
    "div",
    { class: "stack" },
    h("p", {}, code(url ?? "")),
    healthBadge(health),
    health === null || health.degraded_since === null
      ? null
      : facts([
          [t.webhooks.degradedSince, exactMoment(health.degraded_since)],
          [t.webhooks.nextProbe, health.next_probe_at && exactMoment(health.next_probe_at)],
        ]),
  );
}

function settingsForm({ endpoint, fields, save, changed }: EndpointOptions): HTMLElement {
  const events = Object.entries(t.events) as [EventType, string][];
  return form({
    fields: [
      textField({
        name: fields.url,
        label: t.webhooks.address,
        hint: t.webhooks.addressHint(acceptsHttp),
        value: endpoint.url,
        attributes: { type: "url", dir: "ltr", placeholder: "https://", maxlength: 2048 },
      }),
      checkField({ name: fields.events, label: t.webhooks.events, choices: events, values: endpoint.events }),
    ],
    submit: t.common.save,
    onSubmit: async (values) => {
      await save({ [fields.url]: textOf(values, fields.url), [fields.events]: values.getAll(fields.events) });
      notify(t.common.saved);
      changed();
    },
  });
}

function actionsOf(options: EndpointOptions): HTMLElement {
  const ping = async () => {
    showTest(await options.test());
    // One that is delivered ends a failure.
    options.changed();
  };
  const test = button({ label: t.webhooks.ping, onclick: ping });
  const rotate = button({ label: t.webhooks.rotate, onclick: () => askForRotation(options) });
  return h("div", { class: "actions" }, options.endpoint.url === null ? null : test, rotate);
}

const GRACE_SECONDS = [0, 3_600, 86_400, 604_800] as const;

function askForRotation({ rotate, changed }: EndpointOptions): void {
  openForm({
    action: t.webhooks.rotate,
    hint: t.webhooks.rotateHint,
    fields: selectField({
      name: "grace_period_seconds",
      label: t.webhooks.grace,
      choices: GRACE_SECONDS.map((seconds) => [String(seconds), t.webhooks.graces[seconds]]),
      value: String(GRACE_SECONDS[2]),
    }),
    onSubmit: async (values, close) => {
      const secret = await rotate(Number(values.get("grace_period_seconds")));
      close();
      showSecrets(t.webhooks.rotated, [{ label: t.webhooks.secret, value: secret }]);
      changed();
    },
  });
}

function showTest(test: WebhookTest): void {
  openDialog(t.webhooks.pingResult, () => h("div", { class: "dialog-body" }, resultOf(test)));
}

function resultOf(test: WebhookTest): Child {
  return [
    badge(
      test.delivered ? "good" : "bad",
      test.delivered ? t.deliveries.statuses.delivered : t.webhooks.pingBad,
    ),
    facts([
      [t.webhooks.address, code(test.url)],
      [t.deliveries.response, test.status === null ? t.deliveries.noResponse : code(String(test.status))],
      [t.deliveries.error, test.error && h("bdi", { lang: "en" }, test.error)],
      [t.deliveries.duration, code(`${test.latency_ms} ms`)],
    ]),
    details(t.deliveries.body, test.response),
    details(t.deliveries.signed, test.signed_content),
    details(
      t.deliveries.headers,
      Object.entries(test.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    ),
    details("curl", test.curl),
  ];
}

export function details(label: string, text: string | null): HTMLElement | null {
  if (text === null || text === "") return null;
  return h("details", {}, h("summary", {}, label), h("pre", { dir: "ltr", tabindex: "0" }, text));
}

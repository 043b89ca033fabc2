// The shop's server: what has arrived, whether it is genuine, and what exactly was signed.

import { card, show } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import type { Context, View } from "./context.ts";
import type { ReceivedWebhook } from "./state.ts";

export function inboxView({ playground, texts, locale }: Context): View {
  const empty = h("p", { class: "empty" }, texts.inboxEmpty);
  const list = h("ol", { class: "messages" });
  const shown = new Set<string>();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });

  function item({ message, type, isVerified, signed }: ReceivedWebhook): HTMLElement {
    const { response_status: status } = message;
    const isAccepted = status !== null && status < 300;
    const verdict = h(
      "span",
      { class: isVerified ? "badge good" : "badge bad" },
      isVerified ? texts.verified : texts.forged,
    );
    const response = h("span", { class: isAccepted ? "badge" : "badge bad" }, texts.responded(status));
    const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
    return h(
      "li",
      { "data-type": type, "data-status": String(status) },
      h(
        "details",
        {},
        h(
          "summary",
          {},
          h("code", { dir: "ltr" }, type),
          h("time", { datetime: message.received_at }, time.format(new Date(message.received_at))),
          verdict,
          response,
        ),
        h("h3", {}, texts.signedText),
        h("pre", { dir: "ltr", tabindex: "0", class: "signed" }, signed),
        h("h3", {}, texts.headers),
        h("pre", { dir: "ltr", tabindex: "0" }, headers.join("\n")),
        h("h3", {}, texts.body),
        h("pre", { dir: "ltr", tabindex: "0" }, JSON.stringify(JSON.parse(message.body), shorten, 2)),
      ),
    );
  }

  return {
    element: card("inbox", texts.inbox, texts.inboxHint, empty, list),
    update() {
      show(empty, playground.webhooks.length === 0);
      for (const webhook of playground.webhooks.toReversed()) {
        if (shown.has(webhook.message.id)) continue;
        shown.add(webhook.message.id);
        list.prepend(item(webhook));
      }
    },
  };
}

/** Cuts long values, such as images. */
function shorten(_: string, value: unknown): unknown {
  return typeof value === "string" && value.length > 120 ? `${value.slice(0, 120)}…` : value;
}

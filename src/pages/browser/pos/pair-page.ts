// Pairs this device with a counter, by the one-time code in the page's address, typed, or read by the camera.

import { h } from "../h.ts";
import { pair, readSession } from "./api.ts";
import { icon } from "./dom.ts";
import type { Speech } from "./language.ts";
import { noticePage } from "./notices.ts";
import { remember } from "./remembered.ts";
import { openScanner } from "./scanner.ts";

export async function openPairPage(root: HTMLElement, speech: Speech): Promise<void> {
  const { texts } = speech;
  const code = decodeURIComponent(location.hash.slice(1));
  // The code is not left in the address bar or in the history.
  if (code !== "") history.replaceState(null, "", location.pathname);
  const message = h("p", { class: "hint", role: "status" });
  const input = h("input", {
    id: "code",
    value: code,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
    required: true,
  });
  const submit = h("button", { class: "primary big" }, texts.pair.submit);
  const redeem = async () => {
    submit.disabled = true;
    message.textContent = texts.pair.working;
    const outcome = await pair(input.value, deviceName());
    if (outcome.kind === "ok") {
      // What another counter's till remembered is not this one's.
      for (const name of ["sale", "session"] as const) remember(name, null);
      return location.replace("/pos");
    }
    submit.disabled = false;
    message.textContent = texts.pair.failed[failureOf(outcome)];
    message.className = "warning";
  };
  const scan = () =>
    openScanner(speech, {
      title: texts.pair.title,
      hint: texts.pair.text,
      label: texts.pair.label,
      submit: texts.pair.submit,
      read: (text) => text.split("#").at(-1)?.trim() || null,
      onCode: (read) => {
        input.value = read;
        void redeem();
      },
    });
  const form = h(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        void redeem();
      },
    },
    h("label", { for: "code" }, texts.pair.label),
    input,
    submit,
    h("button", { type: "button", class: "big", click: scan }, icon("scan"), texts.pair.scan),
    message,
  );
  root.replaceChildren(noticePage(texts.pair.title, texts.pair.text, form));
  if (code === "") return input.focus();
  // A link that someone sends must not turn a till in use into another shop's.
  const session = await readSession();
  if (session.kind === "ok") message.textContent = texts.pair.pairedAlready(session.value.merchant_name);
  else await redeem();
}

function failureOf(outcome: { kind: "refused"; status: number } | { kind: "lost" }) {
  if (outcome.kind === "lost") return "offline";
  if (outcome.status === 429) return "busy";
  return outcome.status === 403 ? "stopped" : "unknown";
}

/** For the list of a counter's tills. */
function deviceName(): string {
  const names = ["iPad", "iPhone", "Android", "CrOS", "Windows", "Macintosh", "Linux"];
  return names.find((name) => navigator.userAgent.includes(name)) ?? "Browser";
}

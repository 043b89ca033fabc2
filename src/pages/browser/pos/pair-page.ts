// Pairs this device with a counter, by the one-time code in the page's address, typed, or read by the camera. It shows whose
// code it is and pairs on a click: any website can send a browser here with a code of its own.

import { icon } from "../kit/device-icons.ts";
import { noticePage } from "../kit/elements.ts";
import { h, isolated } from "../kit/h.ts";
import { openScanner } from "../kit/scanner.ts";
import { lookUpPairing, type PairingTarget, pair, readSession } from "./api.ts";
import type { Speech } from "./language.ts";
import { remember } from "./remembered.ts";

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
  const submit = h("button", { class: "primary big" }, texts.pair.next);
  const lookUp = async () => {
    submit.disabled = true;
    tell(message, "hint", texts.loading);
    const { value } = input;
    const [found, session] = await Promise.all([lookUpPairing(value), readSession()]);
    submit.disabled = false;
    if (found.kind !== "ok") return tell(message, "warning", texts.pair.failed[failureOf(found)]);
    const current = session.kind === "ok" ? (session.value?.merchant_name ?? null) : null;
    const page = confirmPage(speech, value, found.value, current);
    root.replaceChildren(page);
    // Not on the button: a key that was pressed for something else must not pair.
    page.focus();
  };
  const scan = () =>
    openScanner({
      texts: {
        ...texts.scanner,
        title: texts.pair.title,
        hint: texts.pair.text,
        typed: texts.pair.label,
        submit: texts.pair.next,
      },
      close: texts.close,
      read: (text) => text.split("#").at(-1)?.trim() || null,
      onCode: (read) => {
        input.value = read;
        void lookUp();
      },
    });
  const form = h(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        void lookUp();
      },
    },
    h("label", { for: "code" }, texts.pair.label),
    input,
    submit,
    h("button", { type: "button", class: "big", click: scan }, icon("scan"), texts.pair.scan),
    message,
  );
  root.replaceChildren(noticePage(texts.pair.title, texts.pair.text, form));
  if (code === "") input.focus();
  else await lookUp();
}

/** `current`: the merchant that the browser has a session for. */
function confirmPage(
  { texts }: Speech,
  code: string,
  { merchant_name, counter_name }: PairingTarget,
  current: string | null,
): HTMLElement {
  const warning = current === null ? null : texts.pair.pairedAlready(current);
  const message = h("p", { class: "hint", role: "status" }, warning);
  const redeem = async () => {
    submit.disabled = true;
    tell(message, "hint", texts.pair.working);
    const outcome = await pair(code, deviceName());
    if (outcome.kind === "ok") {
      // What another counter's till remembered is not this one's.
      for (const name of ["sale", "session"] as const) remember(name, null);
      return location.replace("/pos");
    }
    submit.disabled = false;
    tell(message, "warning", texts.pair.failed[failureOf(outcome)]);
  };
  const click = () => void redeem();
  const submit = h("button", { type: "button", class: "primary big", click }, texts.pair.submit);
  const page = noticePage(
    texts.pair.title,
    texts.pair.confirm,
    h("h2", {}, isolated(merchant_name), h("small", {}, isolated(counter_name))),
    submit,
    h("a", { class: "button big", href: "/pos" }, texts.cancel),
    message,
  );
  page.tabIndex = -1;
  return page;
}

function tell(message: HTMLElement, className: "hint" | "warning", text: string): void {
  message.className = className;
  message.textContent = text;
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

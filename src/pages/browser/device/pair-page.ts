// Pairs this device with a counter or a cash desk, by the one-time code in the page's address, typed, or read by the camera.
// It shows whose code it is and pairs on a click: any website can send a browser here with a code of its own.

import { icon } from "../kit/device-icons.ts";
import { formOf, noticePage } from "../kit/elements.ts";
import { exchangeAs, isRateLimited, type Outcome } from "../kit/exchange.ts";
import { type Child, h, isolated } from "../kit/h.ts";
import { openScanner } from "../kit/scanner.ts";
import { takeKeys } from "./device-keys.ts";
import type { Speech } from "./language.ts";

type Found = Record<string, string> & { number: number };

/** What a device is paired with. */
export interface Pairing<Session> {
  sessionKind: "till" | "desk";
  /** Where the paired device goes on. */
  home: string;
  words: Speech["texts"]["pair"];
  /** The path of its session, below which it is paired. */
  session: string;
  /** Names the place that a code is for. */
  namesIn(found: Found): [name: string, more?: string];
  /** Names the place that the browser is paired with or signed in to. */
  nameOf(session: Session): string;
  /** What else a till is asked at once; `keep` notes the choice of a till that is paired. */
  choice?(found: Found): { fields: Child; keep(): void } | null;
  /** What another place's device remembered is not this one's. A desk's movement goes on at that desk alone. */
  forget?(): void;
}

export async function openPairPage<Session>(
  root: HTMLElement,
  speech: Speech,
  pairing: Pairing<Session>,
): Promise<void> {
  const { texts } = speech;
  const { words } = pairing;
  const exchange = exchangeAs(pairing.sessionKind);
  const message = h("p", { class: "hint", role: "status" });
  const input = h("input", {
    id: "code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
    required: true,
  });
  const submit = h("button", { class: "primary big" }, words.next);
  const lookUp = async () => {
    submit.disabled = true;
    tell(message, "hint", texts.loading);
    const { value } = input;
    const text = JSON.stringify({ code: value });
    // It does not use the code up.
    const lookedUp = exchange(
      "POST",
      `${pairing.session}/pair/look-up`,
      { text },
      (body: { pairing: Found }) => body.pairing,
    );
    const read = exchange("GET", pairing.session, {}, (body: { session: Session | null }) => body.session);
    const [found, current] = await Promise.all([lookedUp, read]);
    submit.disabled = false;
    if (found.kind !== "ok") return tell(message, "warning", words.failed[failureOf(found)]);
    const session = current.kind === "ok" ? current.value : null;
    const warning = session === null ? null : words.pairedAlready(pairing.nameOf(session));
    const page = confirmPage(speech, pairing, value, found.value, warning);
    root.replaceChildren(page);
    // The button gets no focus: a key that was pressed for something else must not pair.
    page.focus();
  };
  const read = (text: string) => text.split("#").at(-1)?.trim() || null;
  const use = (found: string) => {
    input.value = found;
    void lookUp();
  };
  // Whose code it is stays in sight until the page is left.
  takeKeys({ type: () => false, scan: (text) => input.isConnected && use(read(text) ?? "") });
  const scan = () =>
    openScanner({
      texts: {
        ...texts.scanner,
        title: words.title,
        hint: words.text,
        typed: words.label,
        submit: words.next,
      },
      close: texts.close,
      read,
      onCode: use,
    });
  const form = formOf(
    {},
    () => void lookUp(),
    h("label", { for: "code" }, words.label),
    input,
    submit,
    h("button", { type: "button", class: "big", click: scan }, icon("scan"), words.scan),
    message,
  );
  const notice = noticePage(words.title, words.text, form);
  const begin = async () => {
    const code = decodeURIComponent(location.hash.slice(1));
    root.replaceChildren(notice);
    if (code === "") return input.focus();
    // The code is not left in the address bar or in the history.
    history.replaceState(null, "", location.pathname);
    input.value = code;
    await lookUp();
  };
  // Another link that is pasted here loads nothing anew.
  addEventListener("hashchange", () => void begin());
  await begin();
}

function confirmPage<Session>(
  { texts }: Speech,
  { sessionKind, home, words, session, namesIn, choice, forget }: Pairing<Session>,
  code: string,
  found: Found,
  warning: string | null,
): HTMLElement {
  const [name, more] = namesIn(found);
  const message = h("p", { class: "hint", role: "status" }, warning);
  const redeem = async () => {
    submit.disabled = true;
    tell(message, "hint", words.working);
    const text = JSON.stringify({ code, name: called.value });
    const outcome = await exchangeAs(sessionKind)("POST", `${session}/pair`, { text }, () => null);
    if (outcome.kind === "ok") {
      forget?.();
      asked?.keep();
      return location.replace(home);
    }
    submit.disabled = false;
    tell(message, "warning", words.failed[failureOf(outcome)]);
  };
  const asked = choice?.(found);
  const value = words.proposed(found.number);
  const called = h("input", { id: "name", value, maxlength: 100, autocomplete: "off", required: true });
  const submit = h("button", { class: "primary big" }, words.submit);
  const page = noticePage(
    words.title,
    words.confirm,
    h("h2", {}, isolated(name), more && h("small", {}, isolated(more))),
    formOf(
      {},
      () => void redeem(),
      h("label", { for: "name" }, words.name),
      called,
      asked?.fields,
      submit,
      h("a", { class: "button big", href: home }, texts.cancel),
      message,
    ),
  );
  page.tabIndex = -1;
  return page;
}

function tell(message: HTMLElement, className: "hint" | "warning", text: string): void {
  message.className = className;
  message.textContent = text;
}

function failureOf(outcome: Exclude<Outcome<unknown>, { kind: "ok" }>) {
  if (outcome.kind === "lost") return "offline";
  if (isRateLimited(outcome)) return "busy";
  return outcome.status === 403 ? "stopped" : "unknown";
}

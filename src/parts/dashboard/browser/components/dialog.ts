// Modal dialogs. The browser keeps the focus inside, closes them with Escape and gives the focus back.
import { type Child, fill, h, nodesOf } from "#pages/browser/kit/h.ts";
import { icon } from "../icons.ts";
import { t } from "../text.ts";
import { type ButtonOptions, button, runBusy } from "./button.ts";
import { form } from "./form.ts";
import { announce } from "./notice.ts";
import { failureText } from "./region.ts";

export interface Dialog {
  element: HTMLDialogElement;
  close(): void;
}

export function openDialog(title: string, content: (dialog: Dialog) => Child): Dialog {
  const heading = h("h2", { id: "dialog-title" }, title);
  const element = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" });
  const dialog = { element, close: () => element.close() };
  const closeButton = h(
    "button",
    { class: "icon-button", type: "button", "aria-label": t.common.close, click: dialog.close },
    icon("close"),
  );
  element.append(h("header", { class: "dialog-head" }, heading, closeButton), ...nodesOf(content(dialog)));
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return dialog;
}

interface ConfirmOptions {
  title: string;
  text: Child;
  action: string;
  isDangerous?: boolean;
  /** The dialog stays open, and says what went wrong, until it has succeeded. */
  run(): Promise<unknown>;
}

export function confirmFirst({ title, text, action, isDangerous = false, run }: ConfirmOptions): void {
  openDialog(title, (dialog) => {
    const failures = h("div", { role: "alert" });
    const confirm = button({ label: action, kind: isDangerous ? "danger" : "primary" });
    confirm.addEventListener("click", () => {
      fill(failures);
      runBusy(
        confirm,
        () => run().then(dialog.close),
        (failure) => fill(failures, failureText(failure)),
      );
    });
    return [
      h("div", { class: "dialog-body" }, text, failures),
      h(
        "footer",
        { class: "dialog-foot" },
        button({ label: t.common.cancel, onclick: dialog.close }),
        confirm,
      ),
    ];
  });
}

interface DangerButtonOptions extends Pick<ButtonOptions, "kind" | "spoken"> {
  /** What it does, in a word or two. */
  action: string;
  /** The question, and what there is to know before answering it. */
  title: string;
  text: string;
  run(): Promise<unknown>;
}

/** A button for what cannot be undone: it asks first. */
export function dangerButton({ action, title, text, run, ...look }: DangerButtonOptions): HTMLButtonElement {
  const onclick = () => confirmFirst({ title, text: h("p", {}, text), action, isDangerous: true, run });
  return button({ label: action, kind: "danger", ...look, onclick });
}

interface OpenFormOptions {
  /** What the form is for, as its title and on its button. */
  action: string;
  hint?: string;
  fields: Child;
  onSubmit(values: FormData, close: () => void): Promise<unknown>;
}

/** A form in a dialog of its own. */
export function openForm({ action, hint, fields, onSubmit }: OpenFormOptions): void {
  openDialog(action, ({ close }) =>
    h(
      "div",
      { class: "dialog-body" },
      hint && h("p", {}, hint),
      form({ fields, submit: action, onSubmit: (values) => onSubmit(values, close) }),
    ),
  );
}

/** What is shown only once: the dialog says so, and offers to copy each value. */
export function showSecrets(title: string, secrets: readonly { label: string; value: string }[]): void {
  openDialog(title, (dialog) => [
    h(
      "div",
      { class: "dialog-body" },
      h("p", { class: "callout" }, t.common.shownOnce),
      secrets.map(({ label, value }) => copyable(label, value)),
    ),
    h(
      "footer",
      { class: "dialog-foot" },
      button({ label: t.common.stored, kind: "primary", onclick: dialog.close }),
    ),
  ]);
}

export function copyButton(label: string, value: string, spoken?: string): HTMLButtonElement {
  return button({
    label,
    icon: "copy",
    ...(spoken === undefined ? {} : { spoken }),
    onclick: async (pressed) => {
      await navigator.clipboard.writeText(value);
      const text = pressed.querySelector("span");
      if (text !== null) fill(text, t.common.copied);
      announce(t.common.copied);
    },
  });
}

export function copyable(label: string, value: string): HTMLElement {
  return h(
    "div",
    { class: "copyable" },
    h("span", { class: "soft small" }, label),
    h("code", { dir: "ltr", tabindex: "0" }, value),
    copyButton(t.common.copy, value, `${t.common.copy}: ${label}`),
  );
}

import { h } from "#pages/browser/kit/h.ts";
import { type Icon, icon } from "../icons.ts";
import { notifyFailure } from "./notice.ts";

export interface ButtonOptions {
  label: string;
  icon?: Icon;
  kind?: "primary" | "danger" | "quiet";
  type?: "button" | "submit";
  /** What a screen reader says instead of the label, such as which row it is about. */
  spoken?: string;
  /** While a promise is pending the button is busy. A failure is shown. */
  onclick?: (button: HTMLButtonElement) => unknown;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const { label, kind = "", type = "button", spoken, onclick } = options;
  const element = h(
    "button",
    { class: `button ${kind}`, type, "aria-label": spoken },
    options.icon === undefined ? null : icon(options.icon),
    h("span", {}, label),
  );
  if (onclick !== undefined)
    element.addEventListener("click", () => runBusy(element, () => onclick(element)));
  return element;
}

export function linkButton(options: {
  label: string;
  icon?: Icon;
  href: string;
  kind?: string;
}): HTMLAnchorElement {
  const { label, href, kind = "" } = options;
  return h(
    "a",
    { class: `button ${kind}`, href },
    options.icon === undefined ? null : icon(options.icon),
    h("span", {}, label),
  );
}

/** Pressing a busy button again does nothing; it keeps the focus. */
export function runBusy(element: HTMLButtonElement, action: () => unknown, onFailure = notifyFailure): void {
  if (element.getAttribute("aria-disabled") === "true") return;
  const running = action();
  if (!(running instanceof Promise)) return;
  element.setAttribute("aria-disabled", "true");
  element.classList.add("busy");
  running.catch(onFailure).finally(() => {
    element.removeAttribute("aria-disabled");
    element.classList.remove("busy");
  });
}

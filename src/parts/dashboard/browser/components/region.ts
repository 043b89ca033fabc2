// A part of a view that shows what was read: first a skeleton, then the data, or what went wrong.

import { type Child, code, fill, h } from "#pages/browser/kit/h.ts";
import { ServiceFailure } from "../api/failures.ts";
import { type QueryValue, queryText } from "../api/request.ts";
import { failureWords } from "../failure-words.ts";
import { icon } from "../icons.ts";
import { rememberQuery } from "../router.ts";
import { t } from "../text.ts";
import { button } from "./button.ts";
import { forDevelopers } from "./page.ts";

export interface Region<T = unknown> {
  element: HTMLElement;
  /** Shows what is known already. */
  put(value: T): void;
  /** Shows what is known already, and reads again. */
  become(value: T): void;
  /** Reads again. What is shown stays until the new data is there, unless `isFresh`. */
  reload(options?: { isFresh: boolean }): void;
}

interface RegionOptions<T> {
  read(): Promise<T>;
  show(value: T): Child;
}

export function region<T>({ read, show }: RegionOptions<T>): Region<T> {
  const element = h("div", { class: "region", tabindex: "-1" });
  let latest = 0;
  const reload = ({ isFresh }: { isFresh: boolean }) => {
    const turn = ++latest;
    const isLatest = () => turn === latest;
    element.setAttribute("aria-busy", "true");
    if (isFresh) fill(element, skeleton());
    const settle = (content: () => Child) => {
      if (!isLatest()) return;
      element.removeAttribute("aria-busy");
      keepingFocus(element, () => fill(element, content()));
    };
    read().then(
      (value) => settle(() => show(value)),
      (failure: unknown) => settle(() => failurePanel(failure, () => reload({ isFresh: true }))),
    );
  };
  reload({ isFresh: true });
  const put = (value: T) => keepingFocus(element, () => fill(element, show(value)));
  const become = (value: T) => {
    put(value);
    reload({ isFresh: false });
  };
  return { element, put, become, reload: (options = { isFresh: false }) => reload(options) };
}

interface SearchRegionOptions<Search, T> {
  search: Search;
  read(search: Search): Promise<T>;
  show(value: T, search: Search, go: (changed: Search) => void): Child;
}

/** A region of what the view's address asks for; `go` changes the address, and reads what it asks for then. */
export function searchRegion<Search extends Record<keyof Search, QueryValue>, T>({
  search,
  read,
  show,
}: SearchRegionOptions<Search, T>) {
  let current = search;
  const found = region({ read: () => read(current), show: (value) => show(value, current, go) });
  const go = (changed: Search) => {
    current = changed;
    rememberQuery(queryText({ ...changed }));
    found.reload({ isFresh: true });
  };
  return { ...found, go };
}

/** What had the focus may be gone afterwards: then the part it was in has it. */
function keepingFocus(element: HTMLElement, change: () => void): void {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  change();
  if (focused === null || document.activeElement === focused) return;
  const successor = focused.isConnected ? focused : document.getElementById(focused.id);
  (successor instanceof HTMLElement ? successor : element).focus({ preventScroll: true });
}

/** What went wrong, and what to quote when asking for help. */
export function failurePanel(failure: unknown, retry: () => void): HTMLElement {
  const isOffline = !(failure instanceof ServiceFailure);
  if (isOffline) addEventListener("online", retry, { once: true });
  return h(
    "div",
    { class: "panel failure", role: "alert" },
    icon(isOffline ? "offline" : "warning"),
    h("h2", {}, isOffline ? t.common.unreachable : t.common.failed),
    failureText(failure),
    button({ label: t.common.retry, onclick: retry }),
  );
}

export function failureText(failure: unknown): HTMLElement {
  if (!(failure instanceof ServiceFailure)) return h("p", {}, t.common.unreachableHint);
  const { requestId } = failure;
  return h(
    "div",
    { class: "failure-text" },
    h("p", {}, failureWords(failure, t.failures)),
    requestId && forDevelopers(h("p", { class: "soft small" }, `${t.common.requestId} `, code(requestId))),
  );
}

export function emptyPanel(title: string, hint: Child, action: Child = null): HTMLElement {
  return h("div", { class: "panel empty" }, h("h2", {}, title), hint && h("p", {}, hint), action);
}

function skeleton(): HTMLElement {
  const bones = Array.from({ length: 6 }, () => h("span", { class: "bone" }));
  return h("div", { class: "skeleton" }, h("span", { class: "unseen" }, t.common.loading), bones);
}

// The parts that most views have in common.
import { type Child, h, nodesOf } from "#pages/browser/kit/h.ts";
import { icon } from "../icons.ts";
import type { View } from "../router.ts";
import { exactMoment, moment, t } from "../text.ts";
import { button } from "./button.ts";

interface HeadOptions {
  title: string;
  intro?: Child;
  actions?: Child;
  /** The list this belongs to. */
  parent?: { label: string; href: string };
}

/** A view under its heading. */
export function viewUnder(
  { title, intro = null, actions = null, parent }: HeadOptions,
  ...content: Child[]
): View {
  const head = h(
    "header",
    { class: "page-head" },
    h(
      "div",
      {},
      parent === undefined
        ? null
        : h("a", { class: "parent", href: parent.href }, icon("back"), parent.label),
      h("h1", { tabindex: "-1" }, title),
      intro === null ? null : h("p", { class: "soft" }, intro),
    ),
    h("div", { class: "actions" }, actions),
  );
  return { title, content: h("div", {}, head, content) };
}

export function section(title: string, ...content: Child[]): HTMLElement {
  return h("section", { class: "section" }, h("h2", {}, title), content);
}

/** What only those need who write software, such as ids: closed, and made when it is opened for the first time. */
export function forDevelopers(...content: (Child | (() => Child))[]): HTMLElement {
  const element = h("details", { class: "developers" }, h("summary", {}, t.common.developers));
  const show = () =>
    element.append(...content.flatMap((each) => nodesOf(typeof each === "function" ? each() : each)));
  element.addEventListener("toggle", show, { once: true });
  return element;
}

const NOTHING: readonly unknown[] = [null, undefined, false, ""];

/** Names and values, without those that are nothing. */
export function facts(entries: readonly (readonly [string, Child])[]): HTMLElement {
  return h(
    "dl",
    { class: "facts" },
    entries
      .filter(([, value]) => !NOTHING.includes(value))
      .map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

export function time(iso: string, format = moment): HTMLElement {
  return h("time", { datetime: iso, title: exactMoment(iso) }, format(iso));
}

export type BadgeKind = "good" | "running" | "ended" | "bad" | "returned";

export function badge(kind: BadgeKind, text: string): HTMLElement {
  return h("span", { class: `badge ${kind}` }, text);
}

interface PagerOptions {
  isFirst: boolean;
  next: string | null;
  go(cursor: string | null): void;
  words?: { first: string; next: string };
}

export function pager({ isFirst, next, go, words }: PagerOptions): HTMLElement | null {
  if (isFirst && next === null) return null;
  return h(
    "nav",
    { class: "pager", "aria-label": t.common.pages },
    isFirst
      ? null
      : button({ label: words?.first ?? t.common.newest, icon: "back", onclick: () => go(null) }),
    next === null
      ? null
      : button({ label: words?.next ?? t.common.older, icon: "next", onclick: () => go(next) }),
  );
}

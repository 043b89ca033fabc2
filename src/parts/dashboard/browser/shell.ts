// What surrounds every view: the merchant's name, the way to the views, who is signed in, and what is wrong right now.

import { fill, h, isolated } from "#pages/browser/kit/h.ts";
import { languageSelect } from "#pages/browser/kit/language.ts";
import { logoImage } from "#pages/browser/kit/logo.ts";
import { button } from "./components/button.ts";
import { forgetNotices } from "./components/notice.ts";
import { failingBanner, lookForFailing } from "./failing-banner.ts";
import { type Icon, icon } from "./icons.ts";
import { BASE, HOME } from "./router.ts";
import { isOwner, shopSettings, signOut, whoIsHere } from "./session.ts";
import { currentLanguage, rememberLanguage, t } from "./text.ts";

type Destination = keyof typeof t.nav;

const DESTINATIONS: readonly (readonly [Destination, string, Icon])[] = [
  ["home", HOME, "home"],
  ["payments", BASE, "payments"],
  ["totals", `${BASE}/totals`, "totals"],
  ["counters", `${BASE}/counters`, "counters"],
  ["webhooks", `${BASE}/webhooks`, "webhooks"],
  ["ledger", `${BASE}/ledger`, "ledger"],
  ["users", `${BASE}/users`, "users"],
  ["credentials", `${BASE}/credentials`, "credentials"],
  ["settings", `${BASE}/settings`, "settings"],
  ["audit", `${BASE}/audit-trail`, "audit"],
];

/** What staff work with. */
const OF_STAFF: readonly Destination[] = ["home", "payments", "totals", "counters"];

const navigation = h("nav", { class: "nav" });
const brand = h("a", { class: "brand", href: HOME });
const frame = h("div", { class: "frame" });

export function shell(outlet: HTMLElement): Node[] {
  showShop();
  navigation.setAttribute("aria-label", t.shell.navigation);
  fill(
    navigation,
    DESTINATIONS.filter(([name]) => isOwner() || OF_STAFF.includes(name)).map(([name, href, iconName]) =>
      h("a", { href }, icon(iconName), h("span", {}, t.nav[name])),
    ),
  );
  const side = h("aside", { class: "side", id: "side" }, navigation, account());
  fill(
    frame,
    h("header", { class: "top" }, brand, menuButton()),
    side,
    h("div", { class: "stage" }, banners(), outlet),
  );
  return [h("a", { class: "skip", href: "#content" }, t.shell.skip), frame];
}

/** It has changed in the settings. */
export function showShop(): void {
  const { merchantName } = whoIsHere();
  const initial = () => h("span", { class: "brand-mark", "aria-hidden": "true" }, initialOf(merchantName));
  fill(brand, logoImage(shopSettings()?.logo_url) ?? initial(), isolated(merchantName));
}

/** The most specific destination of the path. */
export function markCurrent(path: string): void {
  lookForFailing();
  forgetNotices();
  frame.classList.remove("menu-open");
  frame.querySelector(".menu-button")?.setAttribute("aria-expanded", "false");
  for (const link of navigation.querySelectorAll("a")) {
    const isPayments = link.pathname === BASE;
    const isCurrent = isPayments
      ? path === BASE || path.startsWith(`${BASE}/payments`)
      : path.startsWith(link.pathname);
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function menuButton(): HTMLElement {
  const element = h(
    "button",
    {
      class: "icon-button menu-button",
      type: "button",
      "aria-expanded": "false",
      "aria-controls": "side",
      "aria-label": t.shell.menu,
    },
    icon("menu"),
  );
  element.addEventListener("click", () => {
    element.setAttribute("aria-expanded", String(frame.classList.toggle("menu-open")));
  });
  return element;
}

function account(): HTMLElement {
  const { email, role } = whoIsHere();
  const language = languageSelect(currentLanguage(), rememberLanguage);
  language.setAttribute("aria-label", t.shell.language);
  return h(
    "div",
    { class: "account" },
    h(
      "p",
      { class: "account-who" },
      isolated(email),
      h("span", { class: "soft small" }, t.shell.roles[role]),
    ),
    language,
    button({ label: t.shell.signOut, icon: "signOut", kind: "quiet", onclick: signOut }),
  );
}

/** Above every view. */
function banners(): HTMLElement {
  const offline = h("p", { class: "banner bad", role: "status", hidden: navigator.onLine });
  const update = () => {
    offline.hidden = navigator.onLine;
    fill(offline, navigator.onLine ? null : [icon("offline"), h("span", {}, t.shell.offline)]);
  };
  update();
  addEventListener("online", update);
  addEventListener("offline", update);
  return h("div", { class: "banners" }, offline, failingBanner());
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

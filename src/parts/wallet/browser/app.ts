// The wallet of whoever is signed in: a bar, and one screen at a time.
import { icon } from "#pages/browser/kit/device-icons.ts";
import { setText } from "#pages/browser/kit/elements.ts";
import { fill, h } from "#pages/browser/kit/h.ts";
import { readHistory, type Session } from "./api.ts";
import { blockedScreen } from "./blocked-screen.ts";
import { codeScreen } from "./code-screen.ts";
import { dataScreen } from "./data-screen.ts";
import { devicesScreen } from "./devices-screen.ts";
import { historyScreen, receivedLine } from "./history-screen.ts";
import { homeScreen, requestLink } from "./home-screen.ts";
import type { Speech } from "./language.ts";
import { payOutScreen } from "./pay-out-screen.ts";
import { paymentScreen } from "./payment-screen.ts";
import { receiptScreen } from "./receipt-screen.ts";
import { forgetCustomer } from "./remembered.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";
import { settingsScreen } from "./settings-screen.ts";
import { Store } from "./store.ts";
import { topUpScreen } from "./top-up-screen.ts";

const SHOWN: Record<string, (app: App) => Screen> = {
  code: codeScreen,
  history: historyScreen,
  settings: settingsScreen,
  blocked: blockedScreen,
  data: dataScreen,
  devices: devicesScreen,
  receipt: receiptScreen,
  "top-up": topUpScreen,
};

/** The state of a screen that was opened from another one. */
const OPENED_HERE = "opened-here";

export function openApp(root: HTMLElement, speech: Speech, session: Session): void {
  const { texts } = speech;
  const announcement = h("p", { class: "unseen", "aria-live": "assertive" });
  const heading = h("h1", { tabindex: "-1" });
  const bar = h("header", { class: "bar" });
  const stage = h("div", { class: "stage" });
  /** Above every screen that does not show it itself. */
  const asked = h("div", { class: "asked", "aria-live": "polite" });
  let screen: Screen | null = null;
  let received: HTMLElement | null = null;

  const end = (to: string | null = null) => {
    forgetCustomer();
    location.assign(to ?? hrefOf(""));
  };
  const store = new Store(session, {
    change: () => update(),
    moved: () => void tellMoved(),
    payment: (intentId) => screen?.changed?.(intentId),
    signedOut: () => end(),
  });
  const app: App = {
    speech,
    store,
    isSandbox: "sandbox" in root.dataset,
    end,
    go: (query, { isReplaced } = { isReplaced: false }) => {
      if (isReplaced) history.replaceState(history.state, "", hrefOf(query));
      else history.pushState(OPENED_HERE, "", hrefOf(query));
      showNext();
    },
    announce: (words) => {
      announcement.textContent = words;
    },
  };
  const update = () => {
    screen?.update?.();
    const { title = "", isHome = false } = screen ?? {};
    setText(heading, title);
    document.title = isHome ? texts.wallet : `${title} · ${texts.wallet}`;
    const [request] = store.requests;
    const isShown = isHome || request === undefined || location.search.includes(request.id);
    fill(asked, received, isShown ? null : requestLink(request, speech));
  };
  /** A refund or a top-up that comes in is told on whatever screen is open. */
  const tellMoved = async () => {
    screen?.changed?.();
    const outcome = await readHistory(null, "1");
    const [line] = outcome.kind === "ok" ? outcome.value.transactions : [];
    received = line?.direction === "in" ? receivedLine(line, speech) : null;
    update();
  };
  const show = () => {
    screen?.leave?.();
    received = null;
    screen = screenOf(app, new URLSearchParams(location.search));
    const way = screen.isHome
      ? barLink("menu", "show=settings", texts.settings.title)
      : barLink("back", "", texts.back);
    fill(bar, screen.isHome ? [heading, way] : [way, heading]);
    fill(stage, screen.element);
    update();
  };
  const showNext = () => {
    show();
    heading.focus();
  };
  fill(root, bar, asked, stage, announcement);
  addEventListener("popstate", showNext);
  document.addEventListener("click", (event) => {
    const query = queryOfLink(event);
    if (query === null) return;
    event.preventDefault();
    const isBack = event.target instanceof Element && event.target.closest("[data-back]") !== null;
    if (isBack && history.state === OPENED_HERE) history.back();
    else app.go(query);
  });
  show();
  store.begin();
}

function barLink(name: "menu" | "back", to: string, label: string): HTMLElement {
  const attributes = { href: hrefOf(to), "aria-label": label, "data-back": name === "back" };
  return h("a", { class: "button quiet", ...attributes }, icon(name));
}

/** A link to another screen has one when it was clicked in the usual way; null for all else. */
function queryOfLink(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isUsual = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link === null || !isUsual || link.origin !== location.origin || link.pathname !== "/wallet")
    return null;
  return link.search.slice(1);
}

function screenOf(app: App, query: URLSearchParams): Screen {
  const payOut = query.get("payout");
  if (payOut !== null) return payOutScreen(app, payOut);
  const id = query.get("pay") ?? query.get("approve");
  if (id !== null) return paymentScreen(app, id);
  return (SHOWN[query.get("show") ?? ""] ?? homeScreen)(app);
}

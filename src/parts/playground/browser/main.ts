// The script of the sandbox's playground: till, wallet, webhooks and clock side by side, and all of it real.

import type { SessionView } from "#core/wire/shared/wire-types.ts";
import { serverNow } from "#pages/browser/kit/clock.ts";
import { COMMON_CURRENCIES } from "#pages/browser/kit/currencies.ts";
import { alertLine, button, setText, show } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { type Language, localeOf } from "#pages/languages.ts";
import { isFinal, paymentState } from "#pages/payment-state.ts";
import { ApiFailure } from "./api.ts";
import type { Context } from "./context.ts";
import { controlsView } from "./controls.ts";
import { explain } from "./explain.ts";
import { inboxView } from "./inbox.ts";
import { forgetShop, openShop, type Shop, storedShop, useSignedInShop, whoIsSignedIn } from "./shop.ts";
import {
  chooseCurrency,
  fundWallet,
  newPlayground,
  type Playground,
  readFaults,
  readInbox,
  readSale,
  rememberSale,
  restoreSale,
} from "./state.ts";
import { storyView } from "./story.ts";
import type { Texts } from "./texts/en.ts";
import { tillView } from "./till.ts";
import { walletView } from "./wallet.ts";

const TICK_MS = 1_000;

const main = document.querySelector("main") ?? document.body;
const language = document.documentElement.lang as Language;
const locale = localeOf(language);
const languages = document.querySelector(".languages");
const notice = alertLine();

const path = `/pages/stage-${language}.js`;
const { texts } = (await import(path)) as { texts: Texts };
await begin();

async function begin(): Promise<void> {
  const head = h(
    "header",
    { class: "top" },
    h("div", {}, h("h1", {}, texts.title), h("p", {}, texts.intro)),
    languages,
  );
  const opening = h("p", { class: "opening", role: "status" }, texts.opening);
  main.replaceChildren(head, notice, opening);
  try {
    const shop = await shopOnPlayground();
    const signedIn = shop === null ? await whoIsSignedIn() : null;
    opening.remove();
    if (shop !== null) await play(shop);
    else main.append(signedIn === null ? signInHint() : offer(signedIn), pageLinks());
  } catch {
    forgetShop();
    opening.remove();
    tell(texts.openFailed);
  }
}

/** Returns null where only someone who has signed in opens a shop. One that is remembered may have gone with its database. */
async function shopOnPlayground(): Promise<Shop | null> {
  const stored = storedShop();
  if (stored !== null && (await isStillThere(stored))) return stored;
  if ("canOpen" in main.dataset) return await openShop();
  return null;
}

async function isStillThere(shop: Shop): Promise<boolean> {
  try {
    await shop.asMerchant("GET", "/sandbox/v1/faults");
    return !shop.isSignedIn || (await whoIsSignedIn())?.merchant_id === shop.merchantId;
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500) return false;
    throw error;
  }
}

function signInHint(): HTMLElement {
  const link = h("a", { class: "button", href: "/session/sign-in?to=/sandbox" }, texts.signIn);
  return h("section", { class: "card sign-in" }, h("p", {}, texts.signInHint), link);
}

/** Nothing is made in someone's own shop before they have agreed. */
function offer(signedIn: SessionView): HTMLElement {
  const start = button(
    texts.start,
    async () => {
      try {
        const shop = await useSignedInShop(signedIn);
        show(notice, false);
        section.remove();
        await play(shop);
      } catch {
        tell(texts.openFailed);
      }
    },
    "primary",
  );
  const hint = h("p", {}, texts.startHint(signedIn.merchant_name));
  const section = h("section", { class: "card sign-in" }, hint, start);
  return section;
}

async function play(shop: Shop): Promise<void> {
  const playground = newPlayground(shop);
  const context: Context = { playground, texts, language, locale, run };
  const views = [storyView, tillView, walletView, inboxView, controlsView].map((view) => view(context));
  const [story, ...cards] = views.map(({ element }) => element);
  const update = () => {
    rememberSale(playground);
    for (const view of views) view.update();
  };
  await Promise.all([restoreSale(playground), fundWallet(playground)]);
  update();
  const currency = currencyField(context);
  main.append(shopLine(shop, currency), story ?? "", h("div", { class: "stage" }, ...cards), pageLinks());
  await read(playground, true);
  update();
  keepReading(playground, update);

  async function run(work: () => Promise<void>, alert = notice): Promise<void> {
    for (const each of main.querySelectorAll<HTMLElement>(".alert")) show(each, false);
    await work().catch((error: unknown) => tell(explain(error, texts), alert));
    update();
    await read(playground, true).catch(() => tell(texts.offline));
    update();
  }
}

/** Where the other pages are, each as a browser of its own would see it. */
function pageLinks(): HTMLElement {
  const { dashboard, till, wallet, desk } = texts.links;
  const entries = [
    ["/dashboard", dashboard],
    ["/pos", till],
    ["/wallet", wallet],
    ["/desk", desk],
    ["/docs", texts.documents],
  ] as const;
  const links = entries.map(([href, label]) => h("a", { href, target: "_blank", rel: "noopener" }, label));
  return h("nav", { class: "pages", "aria-label": texts.pages }, ...links);
}

/** It does not wait for the choice: the next sale and the phone's wallet are in it. */
function currencyField({ playground, run }: Context): HTMLElement {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const option = (code: string) =>
    h("option", { value: code, selected: code === playground.currency }, `${code} · ${names.of(code) ?? ""}`);
  const choose = () => void run(() => chooseCurrency(playground, select.value));
  const select = h("select", { change: choose }, ...COMMON_CURRENCIES.map(option));
  return h("label", { class: "currency" }, texts.currency, select);
}

function shopLine(shop: Shop, currency: HTMLElement): HTMLElement {
  const another = button(texts.newShop, async () => {
    forgetShop();
    location.reload();
  });
  const dashboard =
    shop.setupUrl === null
      ? null
      : h("a", { href: shop.setupUrl, target: "_blank", rel: "noopener" }, texts.dashboard);
  const name = h("strong", {}, h("bdi", {}, shop.name));
  return h("div", { class: "shop" }, name, currency, dashboard, shop.isSignedIn ? null : another);
}

/** One read at a time; a hidden page reads nothing. */
function keepReading(playground: Playground, update: () => void): void {
  let isLost = false;
  setTimeout(async function tick() {
    if (!document.hidden) {
      await read(playground, false)
        .then(() => {
          if (isLost) show(notice, false);
          isLost = false;
        })
        .catch(() => {
          isLost = true;
          tell(texts.offline);
        });
      update();
    }
    setTimeout(tick, TICK_MS);
  }, TICK_MS);
}

/** What changes by itself, or all of it. */
async function read(playground: Playground, isAll: boolean): Promise<void> {
  const { sale } = playground;
  const isWatched = sale !== null && (isAll || !isFinal(paymentState(sale, serverNow())));
  const [arrived] = await Promise.all([readInbox(playground), isWatched ? readSale(playground) : null]);
  if (isAll) await readFaults(playground);
  else if (arrived > 0) await readSale(playground);
}

function tell(text: string, alert = notice): void {
  setText(alert, text);
  show(alert, true);
}

// The script of the till's pages: the till itself, its pairing, and the screen that the customer sees.

import { readSession, type Session } from "#pages/browser/device/api.ts";
import { chosenLanguage, type Speech, speak } from "#pages/browser/device/language.ts";
import { currencySelect } from "#pages/browser/device/menu.ts";
import { currencyPage, endedText, unpairedPage } from "#pages/browser/device/notices.ts";
import { openPairPage, type Pairing } from "#pages/browser/device/pair-page.ts";
import { recall, remember } from "#pages/browser/device/remembered.ts";
import { guessCurrency } from "#pages/browser/kit/currencies.ts";
import { noticePage } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { findSession, showOffline } from "#pages/browser/kit/online.ts";
import { makeReadyOnFirstTouch } from "#pages/browser/kit/signals.ts";
import { bigButton } from "#pages/browser/kit/step.ts";
import { registerWorker } from "#pages/browser/kit/worker-registration.ts";
import { isLanguage } from "#pages/languages.ts";
import { openCustomerPage } from "./customer-page.ts";
import { sellInOneTab } from "./one-tab.ts";
import { Till } from "./till.ts";

const root = document.querySelector("main");
if (root === null) throw new Error("the page has no main element");

const speech = await speak(chosenLanguage());
document.title = speech.texts.till;
makeReadyOnFirstTouch();
registerWorker({ address: "/pages/pos-worker.js", scope: "/pos", policy: "till-worker" });

if (root.dataset.page === "customer") openCustomerPage(root, speech);
else if (root.dataset.page === "pair") await openPairPage(root, speech, tillPairing(speech));
else await openTill(root, speech);

function tillPairing(spoken: Speech): Pairing<Session> {
  const { texts } = spoken;
  return {
    sessionKind: "till",
    home: "/pos",
    words: texts.pair,
    session: "/session",
    namesIn: ({ merchant_name = "", counter_name = "" }) => [merchant_name, counter_name],
    nameOf: ({ merchant_name }) => merchant_name,
    choice: () => {
      const select = currencySelect(spoken, recall("currency") ?? guessCurrency(), () => {});
      const fields = [h("label", { for: select.id }, texts.currency.label), select];
      return { fields, keep: () => remember("currency", select.value) };
    },
    forget: () => {
      for (const name of ["sale", "session"] as const) remember(name, null);
    },
  };
}

/** Offline the till opens with what it was paired to last; it can do nothing until it is online. */
async function openTill(main: HTMLElement, first: Speech): Promise<void> {
  const { texts } = first;
  showOffline(texts.offline);
  main.replaceChildren(noticePage(texts.till, texts.loading));
  const session = await findSession(readSession, () => recall("session"));
  remember("session", session);
  const id = session?.counter_id ?? null;
  if (session === null || id === null) {
    main.replaceChildren(unpairedPage(texts.unpaired, texts.pair.title));
    return;
  }
  const { shop } = session;
  const spoken = await inShopLanguage(first, shop?.language ?? null);
  const counter = { id, name: session.counter_name ?? "" };
  const name = session.till_name ?? "";
  const { merchant_name: merchant, time_zone: timeZone } = session;
  const start = (currency: string) => {
    remember("currency", currency);
    const { title, text, takeOver } = spoken.texts.otherTab;
    sellInOneTab({
      sell: () => {
        const shown = { root: main, speech: spoken, merchant, shop, timeZone, counter, name, currency };
        const till = new Till(shown);
        till.open();
        return () => till.close();
      },
      wait: (take) =>
        main.replaceChildren(noticePage(title, text, bigButton(takeOver, take, { class: "primary" }))),
    });
  };
  // The shop's own is changed in its dashboard alone.
  const currency = shop?.currency ?? recall("currency");
  // A sale that is open in a currency that has ended is still shown to its end.
  const isOver = currency !== null && endedText(spoken, currency) !== null && recall("sale") === null;
  if (currency === null || isOver) main.replaceChildren(currencyPage(spoken, guessCurrency(), start));
  else start(currency);
}

/** A till speaks as its shop does, until another language is chosen at it. */
async function inShopLanguage(spoken: Speech, language: string | null): Promise<Speech> {
  if (recall("language") !== null || language === null || !isLanguage(language)) return spoken;
  if (language === spoken.language) return spoken;
  const own = await speak(language).catch(() => spoken);
  document.title = own.texts.till;
  return own;
}

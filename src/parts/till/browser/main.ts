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
import { openCustomerPage } from "./customer-page.ts";
import { sellInOneTab } from "./one-tab.ts";
import { Till } from "./till.ts";
import { currencyOf, shopSpeech } from "./till-options.ts";

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
    choice: ({ currency }) => {
      if (currency) return null;
      const select = currencySelect(spoken, recall("currency") ?? guessCurrency(), () => {});
      const fields = [h("label", { for: select.id }, texts.currency.label), select];
      return { fields, keep: () => remember("currency", select.value) };
    },
    forget: () => {
      for (const name of ["sale", "session", "shopCurrency"] as const) remember(name, null);
    },
  };
}

/** Offline the till opens with what it was paired to last; it can do nothing until it is online. */
async function openTill(root: HTMLElement, first: Speech): Promise<void> {
  const { texts } = first;
  showOffline(texts.offline);
  root.replaceChildren(noticePage(texts.till, texts.loading));
  const session = await findSession(readSession, () => recall("session"));
  remember("session", session);
  if (session === null) {
    root.replaceChildren(unpairedPage(texts.unpaired, texts.pair.title));
    return;
  }
  const speech = await shopSpeech(first, session);
  const start = (currency: string) => {
    remember("currency", currency);
    const { title, text, takeOver } = speech.texts.otherTab;
    sellInOneTab({
      sell: () => {
        const till = new Till({ root, speech, session, currency });
        till.open();
        return () => till.close();
      },
      wait: (take) =>
        root.replaceChildren(noticePage(title, text, bigButton(takeOver, take, { class: "primary" }))),
    });
  };
  const currency = currencyOf(session);
  // A sale that is open in a currency that has ended is still shown to its end.
  const isOver = currency !== null && endedText(speech, currency) !== null && recall("sale") === null;
  if (currency === null || isOver) root.replaceChildren(currencyPage(speech, guessCurrency(), start));
  else start(currency);
}

// The script of the till's pages: the till itself, its pairing, and the screen that the customer sees.

import { noticePage } from "./kit/elements.ts";
import { h } from "./kit/h.ts";
import { makeReadyOnFirstTouch } from "./kit/signals.ts";
import { registerWorker } from "./kit/worker-registration.ts";
import { readSession, type Session } from "./pos/api.ts";
import { openCustomerPage } from "./pos/customer-page.ts";
import { chosenLanguage, type Speech, speak } from "./pos/language.ts";
import { currencyPage, guessCurrency, unpairedPage } from "./pos/notices.ts";
import { openPairPage, tillPairing } from "./pos/pair-page.ts";
import { recall, remember } from "./pos/remembered.ts";
import { Till } from "./pos/till.ts";

const RETRY_MS = 5_000;

const root = document.querySelector("main");
if (root === null) throw new Error("the page has no main element");

const speech = await speak(chosenLanguage());
document.title = speech.texts.till;
document.body.append(h("p", { class: "offline", role: "status" }, speech.texts.offline));
makeReadyOnFirstTouch();
registerWorker({ address: "/pages/pos-worker.js", scope: "/pos", policy: "till-worker" });

if (root.dataset.page === "customer") openCustomerPage(root, speech);
else if (root.dataset.page === "pair") await openPairPage(root, speech, tillPairing(speech));
else await openTill(root, speech);

async function openTill(main: HTMLElement, spoken: Speech): Promise<void> {
  main.replaceChildren(noticePage(spoken.texts.till, spoken.texts.loading));
  const session = await findSession();
  const id = session?.counter_id ?? null;
  if (session === null || id === null) {
    main.replaceChildren(unpairedPage(spoken.texts.unpaired));
    return;
  }
  const counter = { id, name: session.counter_name ?? "" };
  const start = (currency: string) => {
    remember("currency", currency);
    new Till({ root: main, speech: spoken, merchant: session.merchant_name, counter, currency }).open();
  };
  const currency = recall("currency");
  if (currency === null) main.replaceChildren(currencyPage(spoken, guessCurrency(), start));
  else start(currency);
}

/** Null without one. Offline the till opens with what it was paired to last; it can do nothing until it is online. */
async function findSession(): Promise<Session | null> {
  for (;;) {
    const outcome = await readSession();
    if (outcome.kind === "ok") {
      remember("session", outcome.value);
      return outcome.value;
    }
    if (outcome.kind === "refused") {
      remember("session", null);
      return null;
    }
    document.body.toggleAttribute("data-offline", true);
    const last = recall("session");
    if (last !== null) return last;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

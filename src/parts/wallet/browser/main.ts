// The script of the customer's wallet.
import { noticePage } from "#pages/browser/kit/elements.ts";
import { languageOr, speakAs } from "#pages/browser/kit/language.ts";
import { findSession, showOffline } from "#pages/browser/kit/online.ts";
import { makeReadyOnFirstTouch } from "#pages/browser/kit/signals.ts";
import { registerWorker } from "#pages/browser/kit/worker-registration.ts";
import { readSession, type Session } from "./api.ts";
import { openApp } from "./app.ts";
import { keepLanguage } from "./kept-language.ts";
import { keepNotifications } from "./notifications.ts";
import { readStickerPath } from "./payment-code.ts";
import { forgetCustomer, recall, remember } from "./remembered.ts";
import type { Texts } from "./texts/en.ts";
import { welcome } from "./welcome.ts";

const DONE = ["erased", "stopped"] as const;

const root = document.querySelector("main") ?? document.body;
const speech = await speakAs<Texts>("wallet", languageOr(recall("language")));
showOffline(speech.texts.offline);
void keepLanguage(speech.language);
makeReadyOnFirstTouch();
registerWorker({ address: "/pages/wallet-worker.js", scope: "/wallet", policy: "wallet-worker" });
root.replaceChildren(noticePage(speech.texts.wallet, speech.texts.loading));
// Offline the wallet opens with what it has seen last, and pays nothing.
const session = await findSession(readSession, () => recall("session"));
if (session === null) showWelcome();
else open(session);

function showWelcome(): void {
  forgetCustomer();
  const { pathname, search } = location;
  root.replaceChildren(
    welcome(speech, {
      isSandbox: "sandbox" in root.dataset,
      to: pathname + search,
      done: DONE.find((done) => new URLSearchParams(search).has(done)) ?? null,
      onSession: open,
    }),
  );
}

function open(found: Session): void {
  remember("session", found);
  // A sticker's page has sent the customer here to sign in.
  const { origin, search } = location;
  const sticker = readStickerPath(new URLSearchParams(search).get("open") ?? "", origin);
  if (sticker !== null) location.replace(sticker);
  else openApp(root, speech, found);
  void keepNotifications(found.wallet_id);
}

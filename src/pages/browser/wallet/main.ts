// The script of the customer's wallet.
import { noticePage } from "../kit/elements.ts";
import { h } from "../kit/h.ts";
import { languageOr, speakAs } from "../kit/language.ts";
import { makeReadyOnFirstTouch } from "../kit/signals.ts";
import { registerWorker } from "../kit/worker-registration.ts";
import { readSession, type Session } from "./api.ts";
import { openApp } from "./app.ts";
import { keepNotifications } from "./notifications.ts";
import { forgetCustomer, recall, remember } from "./remembered.ts";
import type { Texts } from "./texts/en.ts";
import { welcome } from "./welcome.ts";

const RETRY_MS = 5_000;

const root = document.querySelector("main") ?? document.body;
const speech = await speakAs<Texts>("wallet", languageOr(recall("language")));
document.body.append(h("p", { class: "offline", role: "status" }, speech.texts.offline));
for (const change of ["online", "offline"]) addEventListener(change, showOnline);
showOnline();
makeReadyOnFirstTouch();
registerWorker({ address: "/pages/wallet-worker.js", scope: "/wallet", policy: "wallet-worker" });
root.replaceChildren(noticePage(speech.texts.wallet, speech.texts.loading));
const session = await findSession();
if (session === null) showWelcome();
else open(session);

function showOnline(): void {
  document.body.toggleAttribute("data-offline", !navigator.onLine);
}

function showWelcome(): void {
  const { pathname, search } = location;
  root.replaceChildren(
    welcome(speech, {
      isSandbox: "sandbox" in root.dataset,
      to: pathname + search,
      isErased: new URLSearchParams(search).has("erased"),
      onSession: open,
    }),
  );
}

function open(found: Session): void {
  remember("session", found);
  openApp(root, speech, found);
  void keepNotifications(found.wallet_id);
}

/** Null without one. Offline the wallet opens with what it has seen last, and pays nothing. */
async function findSession(): Promise<Session | null> {
  for (;;) {
    const outcome = await readSession();
    if (outcome.kind === "ok" && outcome.value !== null) return outcome.value;
    if (outcome.kind !== "lost") {
      forgetCustomer();
      return null;
    }
    const last = recall("session");
    if (last !== null) return last;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

// Opens the wallet offline, and shows what is pushed.

import { type LifeEvent, openOffline, scope } from "#pages/browser/kit/offline.ts";
import { formatMoney } from "#pages/format.ts";
import { chooseLanguage, type Language, localeOf } from "#pages/languages.ts";

type Pushed = { amount: string; currency: string } & (
  | { type: "approval_requested"; payment_intent_id: string; merchant_name: string }
  | { type: "pay_out_requested" | "correction_requested"; pay_out_id: string; desk_name: string }
);

const ASKS: Record<Language, (amount: string) => string> = {
  en: (amount) => `asks for ${amount}`,
  de: (amount) => `bittet um ${amount}`,
  fr: (amount) => `demande ${amount}`,
  es: (amount) => `pide ${amount}`,
  ar: (amount) => `يطلب ${amount}`,
  ja: (amount) => `${amount} の支払い依頼`,
};

const PAYS_OUT: typeof ASKS = {
  en: (amount) => `wants to pay you out ${amount}`,
  de: (amount) => `möchte Ihnen ${amount} auszahlen`,
  fr: (amount) => `propose un retrait de ${amount}`,
  es: (amount) => `propone una retirada de ${amount}`,
  ar: (amount) => `يعرض سحب ${amount}`,
  ja: (amount) => `${amount} の出金の承認依頼`,
};

openOffline({
  cache: "wallet",
  pages: ["/wallet"],
  files: ["wallet.css", "wallet.js", "pos-camera.js", "favicon.svg", "wallet.webmanifest"],
  texts: "wallet",
});

scope.addEventListener("push", (event) => {
  const { data } = event as LifeEvent & { data: { json(): Pushed } | null };
  const pushed = data?.json();
  const request = pushed && requestOf(pushed);
  if (!pushed || !request) return;
  const language = chooseLanguage(undefined, navigator.language);
  const amount = formatMoney(pushed.amount, pushed.currency, localeOf(language));
  const shown = scope.registration.showNotification(request.name, {
    body: request.words[language](amount),
    lang: language,
    icon: "/pages/wallet-icon.png",
    tag: request.id,
    data: request.query,
  });
  (event as LifeEvent).waitUntil(shown);
});

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event as LifeEvent & { notification: Notification };
  notification.close();
  const { data: query, tag } = notification;
  (event as LifeEvent).waitUntil(openRequest(`/wallet?${query}=${encodeURIComponent(tag)}`));
});

/** Returns null for what a later release pushes. */
function requestOf(pushed: Pushed) {
  switch (pushed.type) {
    case "approval_requested":
      return { name: pushed.merchant_name, id: pushed.payment_intent_id, words: ASKS, query: "approve" };
    case "correction_requested":
      return { name: pushed.desk_name, id: pushed.pay_out_id, words: ASKS, query: "payout" };
    case "pay_out_requested":
      return { name: pushed.desk_name, id: pushed.pay_out_id, words: PAYS_OUT, query: "payout" };
    default:
      return null;
  }
}

/** Opens it in the wallet that is open, if there is one. */
async function openRequest(path: string): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: "window" });
  if (open === undefined) return void (await scope.clients.openWindow(path));
  await open.navigate(path);
  await open.focus();
}

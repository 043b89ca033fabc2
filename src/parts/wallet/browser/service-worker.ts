// Opens the wallet offline, and shows what is pushed.

import { type LifeEvent, openOffline, scope } from "#pages/browser/kit/offline.ts";
import { formatMoney } from "#pages/format.ts";
import { chooseLanguage, type Language, localeOf } from "#pages/languages.ts";
import { recallLanguage } from "./kept-language.ts";

type Pushed = { amount: string; currency: string } & (
  | { type: "approval_requested"; payment_intent_id: string; merchant_name: string }
  | { type: "pay_out_requested" | "correction_requested"; pay_out_id: string; desk_name: string }
  | { type: "refund_received"; payment_intent_id: string; merchant_name: string }
  | { type: "top_up_received"; top_up_id: string }
);

type Words = Record<Language, (amount: string) => string>;

const ASKS: Words = {
  en: (amount) => `asks for ${amount}`,
  de: (amount) => `bittet um ${amount}`,
  fr: (amount) => `demande ${amount}`,
  es: (amount) => `pide ${amount}`,
  ar: (amount) => `يطلب ${amount}`,
  ja: (amount) => `${amount} の支払い依頼`,
};

const PAYS_OUT: Words = {
  en: (amount) => `wants to pay you out ${amount}`,
  de: (amount) => `möchte Ihnen ${amount} auszahlen`,
  fr: (amount) => `propose un retrait de ${amount}`,
  es: (amount) => `propone una retirada de ${amount}`,
  ar: (amount) => `يعرض سحب ${amount}`,
  ja: (amount) => `${amount} の出金の承認依頼`,
};

const REFUNDS: Words = {
  en: (amount) => `refunded you ${amount}`,
  de: (amount) => `hat Ihnen ${amount} erstattet`,
  fr: (amount) => `vous a remboursé ${amount}`,
  es: (amount) => `le ha reembolsado ${amount}`,
  ar: (amount) => `أعاد إليك ${amount}`,
  ja: (amount) => `${amount} の返金がありました`,
};

const RECEIVED: Words = {
  en: (amount) => `+${amount} received`,
  de: (amount) => `+${amount} erhalten`,
  fr: (amount) => `+${amount} reçus`,
  es: (amount) => `+${amount} recibidos`,
  ar: (amount) => `وصلك +${amount}`,
  ja: (amount) => `+${amount} を受け取りました`,
};

const TOPPED_UP: Words = {
  en: () => "Top-up of your wallet",
  de: () => "Aufladung Ihrer Wallet",
  fr: () => "Rechargement de votre portefeuille",
  es: () => "Recarga de su monedero",
  ar: () => "شحن رصيد محفظتك",
  ja: () => "ウォレットへの入金",
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
  if (pushed) (event as LifeEvent).waitUntil(tell(pushed));
});

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event as LifeEvent & { notification: Notification };
  notification.close();
  (event as LifeEvent).waitUntil(openInWallet(`/wallet?${notification.data}`));
});

async function tell(pushed: Pushed): Promise<void> {
  const shown = shownOf(pushed);
  if (shown === null) return;
  const language = chooseLanguage((await recallLanguage()) ?? undefined, navigator.language);
  const amount = formatMoney(pushed.amount, pushed.currency, localeOf(language));
  const { title, words, id, query } = shown;
  await scope.registration.showNotification(typeof title === "string" ? title : title[language](amount), {
    body: words[language](amount),
    lang: language,
    icon: "/pages/wallet-icon.png",
    tag: id,
    data: query,
  });
}

/** `query`: which screen it opens. Returns null for what a later release pushes. */
function shownOf(pushed: Pushed): { title: string | Words; words: Words; id: string; query: string } | null {
  switch (pushed.type) {
    case "approval_requested": {
      const id = pushed.payment_intent_id;
      return { title: pushed.merchant_name, words: ASKS, id, query: `approve=${id}` };
    }
    case "correction_requested":
    case "pay_out_requested": {
      const id = pushed.pay_out_id;
      const words = pushed.type === "pay_out_requested" ? PAYS_OUT : ASKS;
      return { title: pushed.desk_name, words, id, query: `payout=${id}` };
    }
    case "refund_received": {
      const id = pushed.payment_intent_id;
      return { title: pushed.merchant_name, words: REFUNDS, id, query: `pay=${id}` };
    }
    case "top_up_received":
      return { title: RECEIVED, words: TOPPED_UP, id: pushed.top_up_id, query: "show=history" };
    default:
      return null;
  }
}

/** Opens it in the wallet that is open, if there is one. */
async function openInWallet(path: string): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: "window" });
  if (open === undefined) return void (await scope.clients.openWindow(path));
  await open.navigate(path);
  await open.focus();
}

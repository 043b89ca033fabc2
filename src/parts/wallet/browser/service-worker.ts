// Opens the wallet offline, and shows what is pushed.

import { type LifeEvent, openOffline, scope } from "#pages/browser/kit/offline.ts";
import { formatMoney } from "#pages/format.ts";
import { chooseLanguage, type Language, localeOf } from "#pages/languages.ts";
import { recallLanguage } from "./kept-language.ts";

type Pushed = { amount: string; currency: string } & (
  | { type: "approval_requested" | "refund_received"; payment_intent_id: string; merchant_name: string }
  | { type: "pay_out_requested" | "correction_requested"; pay_out_id: string; desk_name: string }
  | { type: "top_up_received"; top_up_id: string }
);

/** What each type says below the name of whoever it is from; for `top_up_received`, below `received`. */
type Words = (amount: string) => Record<Pushed["type"] | "received", string>;

const WORDS: Record<Language, Words> = {
  en: (amount) => ({
    approval_requested: `asks for ${amount}`,
    pay_out_requested: `wants to pay you out ${amount}`,
    correction_requested: `Correction of a top-up: asks for ${amount} back`,
    refund_received: `refunded you ${amount}`,
    top_up_received: "Top-up of your wallet",
    received: `${amount} received`,
  }),
  de: (amount) => ({
    approval_requested: `bittet um ${amount}`,
    pay_out_requested: `möchte Ihnen ${amount} auszahlen`,
    correction_requested: `Korrektur einer Aufladung: bittet um ${amount} zurück`,
    refund_received: `hat Ihnen ${amount} erstattet`,
    top_up_received: "Aufladung Ihrer Wallet",
    received: `${amount} erhalten`,
  }),
  fr: (amount) => ({
    approval_requested: `demande ${amount}`,
    pay_out_requested: `propose un retrait de ${amount}`,
    correction_requested: `Correction d’un rechargement : demande de rendre ${amount}`,
    refund_received: `vous a remboursé ${amount}`,
    top_up_received: "Rechargement de votre portefeuille",
    received: `${amount} reçus`,
  }),
  es: (amount) => ({
    approval_requested: `pide ${amount}`,
    pay_out_requested: `propone una retirada de ${amount}`,
    correction_requested: `Corrección de una recarga: pide que devuelva ${amount}`,
    refund_received: `le ha reembolsado ${amount}`,
    top_up_received: "Recarga de su monedero",
    received: `${amount} recibidos`,
  }),
  ar: (amount) => ({
    approval_requested: `يطلب ${amount}`,
    pay_out_requested: `يعرض سحب ${amount}`,
    correction_requested: `تصحيح شحن رصيد: يطلب رد ${amount}`,
    refund_received: `أعاد إليك ${amount}`,
    top_up_received: "شحن رصيد محفظتك",
    received: `وصلك ${amount}`,
  }),
  ja: (amount) => ({
    approval_requested: `${amount} の支払い依頼`,
    pay_out_requested: `${amount} の出金の承認依頼`,
    correction_requested: `入金の訂正: ${amount} の返金の依頼`,
    refund_received: `${amount} の返金がありました`,
    top_up_received: "ウォレットへの入金",
    received: `${amount} を受け取りました`,
  }),
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

/** Shows nothing of what only a later release knows. */
async function tell(pushed: Pushed): Promise<void> {
  const language = chooseLanguage((await recallLanguage()) ?? undefined, navigator.language);
  const sign = pushed.type === "top_up_received" ? "always" : "auto";
  const words = WORDS[language](formatMoney(pushed.amount, pushed.currency, localeOf(language), sign));
  const shown = shownOf(pushed, words.received);
  if (shown === null) return;
  await scope.registration.showNotification(shown.title, {
    body: words[pushed.type],
    lang: language,
    icon: "/pages/wallet-icon.png",
    tag: shown.id,
    data: shown.query,
  });
}

/** `query`: which screen it opens. */
function shownOf(pushed: Pushed, received: string): { title: string; id: string; query: string } | null {
  switch (pushed.type) {
    case "approval_requested":
    case "refund_received": {
      const { payment_intent_id: id, merchant_name: title } = pushed;
      return { title, id, query: `${pushed.type === "refund_received" ? "pay" : "approve"}=${id}` };
    }
    case "correction_requested":
    case "pay_out_requested":
      return { title: pushed.desk_name, id: pushed.pay_out_id, query: `payout=${pushed.pay_out_id}` };
    case "top_up_received":
      return { title: received, id: pushed.top_up_id, query: "show=history" };
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

// Opens the wallet offline, and shows what is pushed.
import { formatMoney } from "../../format.ts";
import { chooseLanguage, type Language, localeOf } from "../../languages.ts";
import { type LifeEvent, openOffline, scope } from "../kit/offline.ts";

interface Pushed {
  type: string;
  payment_intent_id: string;
  merchant_name: string;
  amount: string;
  currency: string;
}

const ASKS: Record<Language, (amount: string) => string> = {
  en: (amount) => `asks for ${amount}`,
  de: (amount) => `bittet um ${amount}`,
  fr: (amount) => `demande ${amount}`,
  es: (amount) => `pide ${amount}`,
  ar: (amount) => `يطلب ${amount}`,
  ja: (amount) => `${amount} の支払い依頼`,
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
  if (pushed?.type !== "approval_requested") return;
  const language = chooseLanguage(undefined, navigator.language);
  const amount = formatMoney(pushed.amount, pushed.currency, localeOf(language));
  const shown = scope.registration.showNotification(pushed.merchant_name, {
    body: ASKS[language](amount),
    lang: language,
    icon: "/pages/wallet-icon.png",
    tag: pushed.payment_intent_id,
  });
  (event as LifeEvent).waitUntil(shown);
});

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event as LifeEvent & { notification: Notification };
  notification.close();
  (event as LifeEvent).waitUntil(openRequest(`/wallet?approve=${encodeURIComponent(notification.tag)}`));
});

/** In the wallet that is open, if there is one. */
async function openRequest(path: string): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: "window" });
  if (open === undefined) return void (await scope.clients.openWindow(path));
  await open.navigate(path);
  await open.focus();
}

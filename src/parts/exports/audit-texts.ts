import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

/** What merchants read. */
const en = {
  "merchant.exported": "Merchant exported",
  "merchant.erasure_requested": "Erasure of the merchant requested",
  "merchant.erased": "Merchant erased",
} satisfies Partial<Record<keyof typeof auditActions, string>>;

export const auditTexts: Record<Language, typeof en> = {
  en,
  de: {
    "merchant.exported": "Händlerdaten exportiert",
    "merchant.erasure_requested": "Löschung der Händlerdaten angefordert",
    "merchant.erased": "Händlerdaten gelöscht",
  },
  fr: {
    "merchant.exported": "Données du commerçant exportées",
    "merchant.erasure_requested": "Effacement des données du commerçant demandé",
    "merchant.erased": "Données du commerçant effacées",
  },
  es: {
    "merchant.exported": "Datos del comercio exportados",
    "merchant.erasure_requested": "Borrado de los datos del comercio solicitado",
    "merchant.erased": "Datos del comercio borrados",
  },
  ar: {
    "merchant.exported": "تصدير بيانات التاجر",
    "merchant.erasure_requested": "طلب محو بيانات التاجر",
    "merchant.erased": "محو بيانات التاجر",
  },
  ja: {
    "merchant.exported": "店舗データの書き出し",
    "merchant.erasure_requested": "店舗データの消去の依頼",
    "merchant.erased": "店舗データの消去",
  },
};

import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

const en = {
  "adjustment.requested": "Balance adjusted",
} satisfies Partial<Record<keyof typeof auditActions, string>>;

/** What merchants read: all else concerns none. */
export const auditTexts: Record<Language, typeof en> = {
  en,
  de: { "adjustment.requested": "Guthaben angepasst" },
  fr: { "adjustment.requested": "Solde ajusté" },
  es: { "adjustment.requested": "Saldo ajustado" },
  ar: { "adjustment.requested": "تعديل الرصيد" },
  ja: { "adjustment.requested": "残高の調整" },
};

import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

/** What merchants read. */
const en = {
  "master_key.retired": "Master key retired",
} satisfies Partial<Record<keyof typeof auditActions, string>>;

export const auditTexts: Record<Language, typeof en> = {
  en,
  de: {
    "master_key.retired": "Hauptschlüssel ausgemustert",
  },
  fr: {
    "master_key.retired": "Clé maîtresse retirée",
  },
  es: {
    "master_key.retired": "Clave maestra retirada",
  },
  ar: {
    "master_key.retired": "سحب المفتاح الرئيسي",
  },
  ja: {
    "master_key.retired": "マスターキーの廃止",
  },
};

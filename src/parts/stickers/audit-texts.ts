import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

const en = {
  "sticker_code.created": "Sticker code created",
  "sticker_code.revoked": "Sticker code revoked",
} satisfies Record<keyof typeof auditActions, string>;

export const auditTexts: Record<Language, typeof en> = {
  en,
  de: {
    "sticker_code.created": "Aufkleber-Code angelegt",
    "sticker_code.revoked": "Aufkleber-Code entzogen",
  },
  fr: {
    "sticker_code.created": "Code autocollant créé",
    "sticker_code.revoked": "Code autocollant révoqué",
  },
  es: {
    "sticker_code.created": "Código adhesivo creado",
    "sticker_code.revoked": "Código adhesivo revocado",
  },
  ar: {
    "sticker_code.created": "إنشاء رمز ملصق",
    "sticker_code.revoked": "إلغاء رمز ملصق",
  },
  ja: {
    "sticker_code.created": "ステッカーコードの作成",
    "sticker_code.revoked": "ステッカーコードの無効化",
  },
};

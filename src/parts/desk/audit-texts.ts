import type { Language } from "#pages/languages.ts";
import type { auditActions } from "./audit-actions.ts";

/** What merchants read. */
const en = {
  "adjustment.requested": "Balance adjusted",
  "desk.created": "Cash desk created",
  "desk.changed": "Cash desk changed",
  "desk_customer.looked_up": "Customer looked up at a cash desk",
  "tablet.paired": "Tablet paired",
  "tablet.revoked": "Tablet revoked",
} satisfies Partial<Record<keyof typeof auditActions, string>>;

export const auditTexts: Record<Language, typeof en> = {
  en,
  de: {
    "adjustment.requested": "Guthaben angepasst",
    "desk.created": "Bargeldkasse angelegt",
    "desk.changed": "Bargeldkasse geändert",
    "desk_customer.looked_up": "Kunde an einer Bargeldkasse nachgeschlagen",
    "tablet.paired": "Tablet gekoppelt",
    "tablet.revoked": "Tablet entzogen",
  },
  fr: {
    "adjustment.requested": "Solde ajusté",
    "desk.created": "Guichet créé",
    "desk.changed": "Guichet modifié",
    "desk_customer.looked_up": "Client recherché à un guichet",
    "tablet.paired": "Tablette associée",
    "tablet.revoked": "Tablette révoquée",
  },
  es: {
    "adjustment.requested": "Saldo ajustado",
    "desk.created": "Ventanilla creada",
    "desk.changed": "Ventanilla modificada",
    "desk_customer.looked_up": "Cliente consultado en una ventanilla",
    "tablet.paired": "Tableta vinculada",
    "tablet.revoked": "Tableta revocada",
  },
  ar: {
    "adjustment.requested": "تعديل الرصيد",
    "desk.created": "إنشاء صندوق نقدي",
    "desk.changed": "تغيير صندوق نقدي",
    "desk_customer.looked_up": "البحث عن عميل في صندوق نقدي",
    "tablet.paired": "ربط جهاز لوحي",
    "tablet.revoked": "إلغاء ربط جهاز لوحي",
  },
  ja: {
    "adjustment.requested": "残高の調整",
    "desk.created": "現金窓口の作成",
    "desk.changed": "現金窓口の変更",
    "desk_customer.looked_up": "現金窓口での顧客の照会",
    "tablet.paired": "タブレットのペアリング",
    "tablet.revoked": "タブレットの解除",
  },
};

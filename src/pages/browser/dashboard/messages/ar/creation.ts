import type { creation as en } from "../en/creation.ts";

export const creation: typeof en = {
  creation: {
    intro: "أرسل رابط الدفع إلى العميل أو اعرض الرمز.",
    currency: "العملة",
    descriptionHint: "يراه العميل.",
    referenceHint: "رقم الطلب أو الفاتورة لديك.",
    lifetime: "صالحة لمدة",
    lifetimes: { 300: "5 دقائق", 1800: "30 دقيقة", 86400: "يوم واحد", 604800: "7 أيام" },
    more: "المزيد",
    scanToken: "رمز العميل",
    scanTokenHint: "من محفظة العميل، لطلب الدفع هناك. يحتاج إلى صندوق.",
    metadataHint: "كائن JSON لأنظمتك.",
  },
};

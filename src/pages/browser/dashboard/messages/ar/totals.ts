import type { totals as en } from "../en/totals.ts";

export const totals: typeof en = {
  totals: {
    intro: (zone) => `تبدأ الأيام وتنتهي بحسب المنطقة الزمنية ${zone}.`,
    today: "اليوم",
    show: "عرض",
    perCurrency: "بحسب العملة",
    perCounter: "بحسب الصندوق",
    currency: "العملة",
    paid: "مدفوع",
    refunded: "مسترد",
    net: "الصافي",
    payments: (number) => `المدفوعات: ${number}`,
    refunds: (number) => `عمليات الاسترداد: ${number}`,
    noCounter: "بلا صندوق",
    download: "تنزيل CSV",
    downloaded: "ملف CSV جاهز.",
    empty: "لا توجد مدفوعات",
    emptyHint: "لم يُدفع أو يُسترد شيء في هذا الوقت.",
  },
};

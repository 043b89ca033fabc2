import type { Texts } from "./en.ts";

export const texts: Texts = {
  title: "المفضلة",
  note: "ملاحظة لهذه العملية",
  old: (name: string) => `تغيّر سعر ${name} فأُزيل من العملية: يرجى إضافته من جديد.`,
  unchecked: "تعذّر التحقق من الأسعار. يرجى المحاولة مرة أخرى.",
  panel: {
    hint: "ما تعرضه أجهزة هذا الصندوق بلمسة واحدة، مع سعر كل منها.",
    otherCurrency: (prices, tills) =>
      `هذه الأسعار بعملة ${prices}. نقاط البيع التي تبيع بعملة ${tills} لا تعرضها.`,
    none: "لا توجد مفضلة بعد.",
    name: "الاسم",
    price: "السعر",
    add: "إضافة إلى المفضلة",
    change: "تغيير",
    remove: "إزالة",
    removeTitle: (name: string) => `هل تريد إزالة ${name}؟`,
    removeHint: "لن تعرضه أجهزة هذا الصندوق بعد الآن.",
    toFront: "نقل إلى البداية",
    saved: "تم حفظ المفضلة.",
  },
};

import type { home as en } from "../en/home.ts";

export const home: typeof en = {
  home: {
    morning: "صباح الخير",
    afternoon: "طاب يومك",
    evening: "مساء الخير",
    net: "صافي اليوم",
    weekAgo: (day, amount) => `${day} الماضي، اليوم كله: ${amount}`,
    days: "الصافي لكل يوم",
    last: "آخر المدفوعات",
    all: "كل المدفوعات",
    needs: "يتطلب انتباهك",
    nothing: "لا شيء الآن.",
    endpoint: "إشعارات الويب لا تصل",
    till: (name) => `جهاز البيع «${name}»`,
    unseen: (since) => `لم يُستخدم منذ ${since}.`,
    invitation: "دعوة توشك أن تنتهي",
    zone: (own) => `كل الأوقات بتوقيت UTC، لكن هذا المتصفح في ${own}.`,
    steps: "الخطوات الأولى",
    makeCounter: "أنشئ صندوقًا",
    sell: "بِع شيئًا",
    begin: "ابدأ",
    done: "تم",
    period: "الفترات",
  },
};

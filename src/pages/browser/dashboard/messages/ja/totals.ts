import type { totals as en } from "../en/totals.ts";

export const totals: typeof en = {
  totals: {
    intro: (zone) => `一日はタイムゾーン ${zone} で区切られます。`,
    today: "今日",
    show: "表示",
    perCurrency: "通貨別",
    perCounter: "レジ別",
    currency: "通貨",
    paid: "支払い",
    refunded: "返金",
    net: "差引",
    payments: (number) => `支払い：${number} 件`,
    refunds: (number) => `返金：${number} 件`,
    noCounter: "レジなし",
    download: "CSV をダウンロード",
    downloaded: "CSV ファイルを用意しました。",
    empty: "支払いはありません",
    emptyHint: "この期間に支払いや返金はありませんでした。",
  },
};

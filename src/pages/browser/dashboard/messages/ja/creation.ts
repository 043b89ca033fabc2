import type { creation as en } from "../en/creation.ts";

export const creation: typeof en = {
  creation: {
    intro: "お客様に支払いリンクを送るか、コードを見せてください。",
    currency: "通貨",
    descriptionHint: "お客様に表示されます。",
    referenceHint: "お店の注文番号や請求書番号。",
    lifetime: "有効期間",
    lifetimes: { 300: "5 分", 1800: "30 分", 86400: "1 日", 604800: "7 日" },
    more: "その他",
    scanToken: "お客様のコード",
    scanTokenHint: "お客様のウォレットに支払いを依頼するためのコード。レジの指定が必要です。",
    metadataHint: "お店のシステム用の JSON オブジェクト。",
  },
};

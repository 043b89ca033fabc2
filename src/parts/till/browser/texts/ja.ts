import type { Texts } from "./en.ts";

export const texts: Texts = {
  title: "お気に入り",
  note: "この会計のメモ",
  old: (name: string) => `${name}の価格が変わったため、取り消しました。もう一度追加してください。`,
  unchecked: "価格を確認できませんでした。もう一度お試しください。",
  panel: {
    hint: "このレジの端末がワンタップで選べる商品と価格です。",
    otherCurrency: (prices, tills) => `価格は${prices}です。${tills}で販売するレジには表示されません。`,
    none: "お気に入りはまだありません。",
    name: "名前",
    price: "価格",
    add: "お気に入りを追加",
    change: "変更",
    remove: "削除",
    removeTitle: (name: string) => `${name}を削除しますか？`,
    removeHint: "このレジの端末に表示されなくなります。",
    toFront: "先頭へ移動",
    saved: "お気に入りを保存しました。",
  },
};

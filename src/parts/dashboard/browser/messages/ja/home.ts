import type { home as en } from "../en/home.ts";

export const home: typeof en = {
  home: {
    morning: "おはようございます",
    afternoon: "こんにちは",
    evening: "こんばんは",
    net: "今日の純額",
    weekAgo: (day, amount) => `先週の${day}(終日): ${amount}`,
    days: "日ごとの純額",
    last: "最近の支払い",
    all: "すべての支払い",
    needs: "要確認",
    nothing: "今はありません。",
    endpoint: "Webhook が届いていません",
    till: (name) => `レジ端末「${name}」`,
    unseen: (since) => `${since} から使われていません。`,
    invitation: "招待の期限が近づいています",
    zone: (own) => `時刻はすべて UTC ですが、このブラウザは ${own} です。`,
    steps: "はじめに",
    makeCounter: "レジを作る",
    sell: "販売してみる",
    begin: "始める",
    done: "完了",
    period: "期間",
  },
};

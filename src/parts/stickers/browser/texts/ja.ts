import type { Texts } from "./en.ts";

export const texts: Texts = {
  choose: "お支払い金額を入力してください",
  amount: (currency) => `金額（${currency}）`,
  least: (amount) => `${amount}以上`,
  most: (amount) => `${amount}以下`,
  pay: "支払いへ進む",
  wallet: "ウォレットを開く",
  walletHint: "または、ウォレットアプリでステッカーのコードをスキャンしてください。",
  again: "もう一度試す",
  lost: "接続できません。もう一度お試しください。",
  scan: "スキャンして支払う",
  codeAlt: "支払い用のコード",
  print: "印刷",
  problems: {
    unknown: {
      title: "該当するコードがありません",
      text: "リンクをご確認いただくか、レジでお尋ねください。",
    },
    revoked: {
      title: "このコードは無効です",
      text: "店舗がこのコードを無効にしました。レジでお尋ねください。",
    },
    closed: { title: "現在ご利用いただけません", text: "この店舗は現在お支払いを受け付けられません。" },
    inactive: {
      title: "レジは閉鎖されています",
      text: "このレジはお支払いを受け付けていません。店舗にお尋ねください。",
    },
    amount: {
      title: "この金額は支払えません",
      text: "このコードではその金額を支払えません。請求は行われていません。",
    },
    currency: { title: "通貨が異なります", text: "お使いのウォレットには、この店舗の通貨がありません。" },
    busy: {
      title: "リクエストが多すぎます",
      text: "現在ここで支払う方が多すぎます。1分後にもう一度お試しください。",
    },
    failed: {
      title: "問題が発生しました",
      text: "請求は行われていません。しばらくしてからもう一度お試しください。",
    },
  },
  panel: {
    title: "ステッカーコード",
    none: "このレジのコードは印刷されていません。",
    create: "新しいステッカーコード",
    createHint: "印刷して掲示します。金額を指定しない場合は、お客様が入力します。",
    created: "ステッカーコードを作成しました。",
    label: "用途",
    amount: "金額",
    open: "お客様が入力",
    fields: {
      label: "用途（例：「コーヒー」）",
      currency: "通貨",
      amount: "固定金額",
      amount_min: "最小",
      amount_max: "最大",
    },
    revoke: "無効にする",
    revokeTitle: (name) => `${name} を無効にしますか？`,
    revokeHint: "印刷されたコードは直ちに、永久に使えなくなります。",
    revoked: "ステッカーコードを無効にしました。",
  },
};

import type { Messages } from "./en.ts";

export const ja: Messages = {
  pay: "ウォレットアプリで支払う",
  openWallet: "ウォレットを開く",
  scanHint: "ウォレットアプリを開き、このコードを読み取ってください。",
  cameraHint: "スマートフォンのカメラまたはウォレットアプリで、このコードを読み取ってください。",
  otherPhone: "別のスマートフォンで支払いますか？",
  showCode: "コードを表示",
  timeLeft: "残り時間",
  codeAlt: "ウォレットアプリ用のコード",
  declined: "お支払いは承認されず、何も引き落とされていません。もう一度お試しいただけます。",
  live: "すぐに更新されます",
  polling: "数秒ごとに更新されます",
  offline: "接続できません。再試行しています…",
  back: "お店に戻る",
  languages: "言語",
  paymentId: "お支払い",
  receipt: { vatId: "登録番号", print: "印刷" },
  needsScript: "このページにはJavaScriptが必要です。",
  states: {
    approval: {
      title: "ウォレットアプリで承認してください",
      text: "お店からウォレットアプリに依頼が届いています。アプリで承認または拒否してください。",
    },
    underway: {
      title: "お支払いを処理しています",
      text: "もう一度支払わないでください。結果がわかり次第、このページに表示されます。",
    },
    unpayable: {
      title: "現在ご利用いただけません",
      text: "このお店は現在お支払いを受け付けられません。レジでお尋ねください。",
    },
    completed: { title: "お支払い済み", text: "お支払いが完了しました。ありがとうございます。" },
    refunding: { title: "返金を処理しています", text: "お店がこのお支払いをウォレットに返金しています。" },
    refunded: { title: "返金済み", text: "お店がこのお支払いをウォレットに返金しました。" },
    cancelled: {
      title: "キャンセル済み",
      text: "このお支払いはキャンセルされたため、支払うことはできません。",
    },
    expired: { title: "期限切れ", text: "お支払いの期限が過ぎました。お店で新しいコードをお求めください。" },
  },
  problems: {
    notFound: {
      title: "このお支払いは見つかりません",
      text: "リンクを確認するか、お店に新しいリンクをお求めください。",
    },
    busy: { title: "リクエストが多すぎます", text: "1 分後にもう一度開きます。" },
    failed: { title: "問題が発生しました", text: "お支払いは安全です。このページは自動的に再試行します。" },
  },
};

import type { account as en } from "../en/account.ts";

export const account: typeof en = {
  credentials: {
    intro: "お店のシステムが API のアクセストークンを取得するためのものです。",
    api: "API",
    base: "ベースアドレス",
    merchantId: "店舗 ID",
    clientId: "クライアント ID",
    clientSecret: "クライアントシークレット",
    reference: "リファレンス",
    rotate: "新しいクライアントシークレット",
    rotateTitle: "クライアントシークレットを交換しますか？",
    rotateHint: "古いシークレットはすぐに無効になります。使用中のシステムには新しいものが必要です。",
    rotated: "新しいクライアントシークレット",
  },
  users: {
    intro: "オーナーはすべての操作ができます。スタッフは支払いの受付と取り消し、閲覧ができます。",
    email: "メールアドレス",
    role: "役割",
    since: "登録日時",
    you: "あなた",
    enabled: "ログイン可能",
    disabled: "ログイン不可",
    invite: "招待",
    invited: "招待",
    mailed: "招待メールを送信しました。",
    link: "パスワードを設定するリンク（72 時間有効）",
    changeTitle: (email) => `${email} の役割を変更しますか？`,
    roleHints: {
      owner: "返金と、レジ・Webhook・ユーザー・認証情報・設定の変更ができます。",
      staff: "支払いの受付と取り消し、閲覧ができます。返金と設定の変更はできません。",
    },
    remove: "削除",
    removeTitle: (email) => `${email} を削除しますか？`,
    removeHint: "ユーザーはすぐにログアウトされ、以後ログインできません。",
    removed: "ユーザーを削除しました。",
  },
  settings: {
    timeZone: "タイムゾーン",
    timeZoneHint: "ここの日時と集計の日付はこのタイムゾーンのものです。",
  },
};

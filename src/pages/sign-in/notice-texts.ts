// What is said when signing in or out has ended, in every language.
import type { Language } from "../languages.ts";

/**
 * `unusable`: the address was not made by this service. `late`: the page was open for too long, or in another browser.
 * `stranger`: the account belongs to no merchant. `walletless`: it is no customer's. `stopped`: its wallet was stopped.
 */
export type SignInProblem =
  | "unusable"
  | "late"
  | "cancelled"
  | "stranger"
  | "walletless"
  | "stopped"
  | "busy"
  | "failed";

const en = {
  again: "Sign in again",
  signedOut: { title: "You are signed out", text: "Your session is over." },
  problems: {
    unusable: { title: "This link does not work", text: "Open the page you wanted to see once more." },
    late: { title: "That took too long", text: "Signing in has expired. Please start again." },
    cancelled: { title: "Not signed in", text: "Signing in was cancelled." },
    stranger: { title: "No access", text: "This account does not belong to a merchant." },
    walletless: { title: "No access", text: "This account cannot have a wallet." },
    stopped: { title: "Wallet stopped", text: "This wallet has been stopped. Please contact support." },
    busy: { title: "Too many attempts", text: "Please try again in a minute." },
    failed: { title: "Signing in failed", text: "Please try again in a moment." },
  },
};

export const NOTICE_TEXTS: Record<Language, typeof en> = {
  en,
  de: {
    again: "Erneut anmelden",
    signedOut: { title: "Sie sind abgemeldet", text: "Ihre Sitzung ist beendet." },
    problems: {
      unusable: {
        title: "Dieser Link funktioniert nicht",
        text: "Öffnen Sie die gewünschte Seite noch einmal.",
      },
      late: {
        title: "Das hat zu lange gedauert",
        text: "Die Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.",
      },
      cancelled: { title: "Nicht angemeldet", text: "Die Anmeldung wurde abgebrochen." },
      stranger: { title: "Kein Zugang", text: "Dieses Konto gehört zu keinem Händler." },
      walletless: { title: "Kein Zugang", text: "Dieses Konto kann kein Wallet haben." },
      stopped: {
        title: "Wallet gesperrt",
        text: "Diese Wallet wurde gesperrt. Bitte wenden Sie sich an den Kundendienst.",
      },
      busy: { title: "Zu viele Versuche", text: "Bitte versuchen Sie es in einer Minute erneut." },
      failed: { title: "Anmeldung fehlgeschlagen", text: "Bitte versuchen Sie es gleich noch einmal." },
    },
  },
  fr: {
    again: "Se reconnecter",
    signedOut: { title: "Vous êtes déconnecté", text: "Votre session est terminée." },
    problems: {
      unusable: { title: "Ce lien ne fonctionne pas", text: "Ouvrez de nouveau la page souhaitée." },
      late: { title: "Délai dépassé", text: "La connexion a expiré. Veuillez recommencer." },
      cancelled: { title: "Non connecté", text: "La connexion a été annulée." },
      stranger: { title: "Accès refusé", text: "Ce compte n’appartient à aucun commerçant." },
      walletless: { title: "Accès refusé", text: "Ce compte ne peut pas avoir de portefeuille." },
      stopped: {
        title: "Portefeuille bloqué",
        text: "Ce portefeuille a été bloqué. Veuillez contacter le service client.",
      },
      busy: { title: "Trop de tentatives", text: "Veuillez réessayer dans une minute." },
      failed: { title: "Échec de la connexion", text: "Veuillez réessayer dans un instant." },
    },
  },
  es: {
    again: "Iniciar sesión de nuevo",
    signedOut: { title: "Ha cerrado la sesión", text: "Su sesión ha terminado." },
    problems: {
      unusable: { title: "Este enlace no funciona", text: "Abra de nuevo la página que quería ver." },
      late: { title: "Ha tardado demasiado", text: "El inicio de sesión ha caducado. Empiece de nuevo." },
      cancelled: { title: "Sesión no iniciada", text: "Se canceló el inicio de sesión." },
      stranger: { title: "Sin acceso", text: "Esta cuenta no pertenece a ningún comercio." },
      walletless: { title: "Sin acceso", text: "Esta cuenta no puede tener un monedero." },
      stopped: {
        title: "Monedero bloqueado",
        text: "Este monedero se ha bloqueado. Póngase en contacto con el servicio de atención al cliente.",
      },
      busy: { title: "Demasiados intentos", text: "Inténtelo de nuevo dentro de un minuto." },
      failed: { title: "No se pudo iniciar sesión", text: "Inténtelo de nuevo en un momento." },
    },
  },
  ar: {
    again: "تسجيل الدخول مرة أخرى",
    signedOut: { title: "تم تسجيل الخروج", text: "انتهت جلستك." },
    problems: {
      unusable: { title: "هذا الرابط لا يعمل", text: "افتح الصفحة التي أردتها مرة أخرى." },
      late: { title: "استغرق ذلك وقتًا طويلًا", text: "انتهت صلاحية تسجيل الدخول. يُرجى البدء من جديد." },
      cancelled: { title: "لم يتم تسجيل الدخول", text: "أُلغي تسجيل الدخول." },
      stranger: { title: "لا يمكن الوصول", text: "هذا الحساب لا يتبع أي متجر." },
      walletless: { title: "لا يمكن الوصول", text: "لا يمكن أن تكون لهذا الحساب محفظة." },
      stopped: { title: "تم إيقاف المحفظة", text: "تم إيقاف هذه المحفظة. يُرجى التواصل مع الدعم." },
      busy: { title: "محاولات كثيرة جدًا", text: "يُرجى المحاولة مرة أخرى بعد دقيقة." },
      failed: { title: "فشل تسجيل الدخول", text: "يُرجى المحاولة مرة أخرى بعد لحظات." },
    },
  },
  ja: {
    again: "もう一度ログインする",
    signedOut: { title: "ログアウトしました", text: "セッションは終了しました。" },
    problems: {
      unusable: { title: "このリンクは使えません", text: "ご覧になりたいページをもう一度開いてください。" },
      late: { title: "時間切れです", text: "ログインの有効期限が切れました。最初からやり直してください。" },
      cancelled: { title: "ログインしていません", text: "ログインはキャンセルされました。" },
      stranger: { title: "アクセスできません", text: "このアカウントはどの加盟店にも属していません。" },
      walletless: { title: "アクセスできません", text: "このアカウントではウォレットを利用できません。" },
      stopped: {
        title: "ウォレットは停止されています",
        text: "このウォレットは停止されています。サポートにお問い合わせください。",
      },
      busy: { title: "試行回数が多すぎます", text: "1分後にもう一度お試しください。" },
      failed: { title: "ログインに失敗しました", text: "しばらくしてからもう一度お試しください。" },
    },
  },
};

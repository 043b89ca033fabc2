// What the pages for signing in say, in every language.
import type { Language } from "../languages.ts";
import type { Notice } from "../messages/messages.ts";

/**
 * `unusable`: the address was not made by this service. `late`: the page was open for too long, or in another browser.
 * `stranger`: the account belongs to no merchant.
 */
export type SignInProblem = "unusable" | "late" | "cancelled" | "stranger" | "busy" | "failed";

export interface SignInTexts {
  signIn: string;
  email: string;
  password: string;
  refused: string;
  forgotten: string;
  forgottenHint: string;
  send: string;
  sent: string;
  openLink: string;
  back: string;
  again: string;
  signedOut: Notice;
  problems: Record<SignInProblem, Notice>;
}

export function signInTexts(language: Language): SignInTexts {
  return TEXTS[language];
}

const TEXTS: Record<Language, SignInTexts> = {
  en: {
    signIn: "Sign in",
    email: "Email",
    password: "Password",
    refused: "This email and password do not match, or there were too many attempts. Try again later.",
    forgotten: "Forgotten password",
    forgottenHint: "Enter your email address to get a link with which you can set a new password.",
    send: "Request a link",
    sent: "If there is an account with this address, its owner will be sent a link.",
    openLink: "This service runs on your own machine: set a new password here",
    back: "Back to signing in",
    again: "Sign in again",
    signedOut: { title: "You are signed out", text: "Your session is over." },
    problems: {
      unusable: { title: "This link does not work", text: "Open the page you wanted to see once more." },
      late: { title: "That took too long", text: "Signing in has expired. Please start again." },
      cancelled: { title: "Not signed in", text: "Signing in was cancelled." },
      stranger: { title: "No access", text: "This account does not belong to a merchant." },
      busy: { title: "Too many attempts", text: "Please try again in a minute." },
      failed: { title: "Signing in failed", text: "Please try again in a moment." },
    },
  },
  de: {
    signIn: "Anmelden",
    email: "E-Mail",
    password: "Passwort",
    refused:
      "E-Mail und Passwort passen nicht zusammen, oder es gab zu viele Versuche. Versuchen Sie es später erneut.",
    forgotten: "Passwort vergessen",
    forgottenHint:
      "Geben Sie Ihre E-Mail-Adresse ein, um einen Link zu erhalten, mit dem Sie ein neues Passwort festlegen.",
    send: "Link anfordern",
    sent: "Wenn es ein Konto mit dieser Adresse gibt, erhält dessen Inhaber einen Link.",
    openLink: "Der Dienst läuft auf Ihrem eigenen Rechner: hier ein neues Passwort festlegen",
    back: "Zurück zur Anmeldung",
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
      busy: { title: "Zu viele Versuche", text: "Bitte versuchen Sie es in einer Minute erneut." },
      failed: { title: "Anmeldung fehlgeschlagen", text: "Bitte versuchen Sie es gleich noch einmal." },
    },
  },
  fr: {
    signIn: "Se connecter",
    email: "E-mail",
    password: "Mot de passe",
    refused:
      "L’e-mail et le mot de passe ne correspondent pas, ou il y a eu trop de tentatives. Réessayez plus tard.",
    forgotten: "Mot de passe oublié",
    forgottenHint: "Saisissez votre adresse e-mail pour recevoir un lien et choisir un nouveau mot de passe.",
    send: "Demander un lien",
    sent: "S’il existe un compte avec cette adresse, son titulaire recevra un lien.",
    openLink: "Ce service tourne sur votre propre machine : choisissez un nouveau mot de passe ici",
    back: "Retour à la connexion",
    again: "Se reconnecter",
    signedOut: { title: "Vous êtes déconnecté", text: "Votre session est terminée." },
    problems: {
      unusable: { title: "Ce lien ne fonctionne pas", text: "Ouvrez de nouveau la page souhaitée." },
      late: { title: "Délai dépassé", text: "La connexion a expiré. Veuillez recommencer." },
      cancelled: { title: "Non connecté", text: "La connexion a été annulée." },
      stranger: { title: "Accès refusé", text: "Ce compte n’appartient à aucun commerçant." },
      busy: { title: "Trop de tentatives", text: "Veuillez réessayer dans une minute." },
      failed: { title: "Échec de la connexion", text: "Veuillez réessayer dans un instant." },
    },
  },
  es: {
    signIn: "Iniciar sesión",
    email: "Correo electrónico",
    password: "Contraseña",
    refused: "El correo y la contraseña no coinciden, o hubo demasiados intentos. Inténtelo más tarde.",
    forgotten: "Contraseña olvidada",
    forgottenHint:
      "Introduzca su correo electrónico para recibir un enlace con el que elegir una contraseña nueva.",
    send: "Pedir un enlace",
    sent: "Si existe una cuenta con esta dirección, su titular recibirá un enlace.",
    openLink: "Este servicio funciona en su propio equipo: elija aquí una contraseña nueva",
    back: "Volver a iniciar sesión",
    again: "Iniciar sesión de nuevo",
    signedOut: { title: "Ha cerrado la sesión", text: "Su sesión ha terminado." },
    problems: {
      unusable: { title: "Este enlace no funciona", text: "Abra de nuevo la página que quería ver." },
      late: { title: "Ha tardado demasiado", text: "El inicio de sesión ha caducado. Empiece de nuevo." },
      cancelled: { title: "Sesión no iniciada", text: "Se canceló el inicio de sesión." },
      stranger: { title: "Sin acceso", text: "Esta cuenta no pertenece a ningún comercio." },
      busy: { title: "Demasiados intentos", text: "Inténtelo de nuevo dentro de un minuto." },
      failed: { title: "No se pudo iniciar sesión", text: "Inténtelo de nuevo en un momento." },
    },
  },
  ar: {
    signIn: "تسجيل الدخول",
    email: "البريد الإلكتروني",
    password: "كلمة المرور",
    refused: "البريد الإلكتروني وكلمة المرور غير متطابقين، أو كانت المحاولات كثيرة جدًا. حاول لاحقًا.",
    forgotten: "نسيت كلمة المرور",
    forgottenHint: "أدخل بريدك الإلكتروني للحصول على رابط لتعيين كلمة مرور جديدة.",
    send: "طلب رابط",
    sent: "إذا كان هناك حساب بهذا العنوان، فسيُرسل رابط إلى صاحبه.",
    openLink: "تعمل هذه الخدمة على جهازك: عيّن كلمة مرور جديدة هنا",
    back: "العودة إلى تسجيل الدخول",
    again: "تسجيل الدخول مرة أخرى",
    signedOut: { title: "تم تسجيل الخروج", text: "انتهت جلستك." },
    problems: {
      unusable: { title: "هذا الرابط لا يعمل", text: "افتح الصفحة التي أردتها مرة أخرى." },
      late: { title: "استغرق ذلك وقتًا طويلًا", text: "انتهت صلاحية تسجيل الدخول. يُرجى البدء من جديد." },
      cancelled: { title: "لم يتم تسجيل الدخول", text: "أُلغي تسجيل الدخول." },
      stranger: { title: "لا يمكن الوصول", text: "هذا الحساب لا يتبع أي متجر." },
      busy: { title: "محاولات كثيرة جدًا", text: "يُرجى المحاولة مرة أخرى بعد دقيقة." },
      failed: { title: "فشل تسجيل الدخول", text: "يُرجى المحاولة مرة أخرى بعد لحظات." },
    },
  },
  ja: {
    signIn: "ログイン",
    email: "メールアドレス",
    password: "パスワード",
    refused: "メールアドレスとパスワードが一致しないか、試行回数が多すぎます。後でもう一度お試しください。",
    forgotten: "パスワードをお忘れの場合",
    forgottenHint: "新しいパスワードを設定するリンクを受け取るには、メールアドレスを入力してください。",
    send: "リンクを請求する",
    sent: "このアドレスのアカウントがある場合、その所有者にリンクが送られます。",
    openLink: "このサービスはお使いのコンピューターで動作しています。ここで新しいパスワードを設定できます",
    back: "ログインに戻る",
    again: "もう一度ログインする",
    signedOut: { title: "ログアウトしました", text: "セッションは終了しました。" },
    problems: {
      unusable: { title: "このリンクは使えません", text: "ご覧になりたいページをもう一度開いてください。" },
      late: { title: "時間切れです", text: "ログインの有効期限が切れました。最初からやり直してください。" },
      cancelled: { title: "ログインしていません", text: "ログインはキャンセルされました。" },
      stranger: { title: "アクセスできません", text: "このアカウントはどの加盟店にも属していません。" },
      busy: { title: "試行回数が多すぎます", text: "1分後にもう一度お試しください。" },
      failed: { title: "ログインに失敗しました", text: "しばらくしてからもう一度お試しください。" },
    },
  },
};

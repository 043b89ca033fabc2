// What the embedded identity provider's pages for signing in and for a forgotten password say, in every language.
import type { Language } from "../languages.ts";

const en = {
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
};

export const SIGN_IN_TEXTS: Record<Language, typeof en> = {
  en,
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
  },
};

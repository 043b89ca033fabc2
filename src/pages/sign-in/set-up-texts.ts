// What the pages behind a setup link say, in every language.
import type { Language } from "../languages.ts";

export type SetUpFault = "too_short" | "too_long" | "different";

/** `{min}` and `{max}` stand for the limits of a password's length. */
const en = {
  open: "Open your setup link",
  openHint: "If this page stays, copy the whole link that you were given and paste it here.",
  link: "Setup link",
  continue: "Continue",
  title: "Set your password",
  email: "Email",
  password: "New password",
  rule: "Use at least {min} characters. Several unrelated words work well.",
  confirmation: "Confirm new password",
  set: "Set password",
  faults: {
    too_short: "Use at least {min} characters.",
    too_long: "Use at most {max} characters.",
    different: "The passwords do not match.",
  },
  done: "Your password is set",
  doneHint: "You can now sign in with it. The link you used has now expired.",
  toDashboard: "Open the dashboard",
  unusable: "This link does not work",
  unusableHint:
    "It may have expired, already been used, been replaced by a newer link, or been copied incompletely.",
  unusableHelp:
    "If you have already set your password, sign in with it. Otherwise, ask the platform administrator for a new link.",
};

export const SET_UP_TEXTS: Record<Language, typeof en> = {
  en,
  de: {
    open: "Öffnen Sie Ihren Einrichtungslink",
    openHint: "Bleibt diese Seite stehen, kopieren Sie den ganzen Link, den Sie erhalten haben, hierher.",
    link: "Einrichtungslink",
    continue: "Weiter",
    title: "Legen Sie Ihr Passwort fest",
    email: "E-Mail",
    password: "Neues Passwort",
    rule: "Mindestens {min} Zeichen. Mehrere Wörter ohne Zusammenhang eignen sich gut.",
    confirmation: "Neues Passwort wiederholen",
    set: "Passwort festlegen",
    faults: {
      too_short: "Verwenden Sie mindestens {min} Zeichen.",
      too_long: "Verwenden Sie höchstens {max} Zeichen.",
      different: "Die Passwörter stimmen nicht überein.",
    },
    done: "Ihr Passwort ist festgelegt",
    doneHint: "Sie können sich jetzt damit anmelden. Der benutzte Link ist nun abgelaufen.",
    toDashboard: "Dashboard öffnen",
    unusable: "Dieser Link funktioniert nicht",
    unusableHint:
      "Vielleicht ist er abgelaufen, wurde schon benutzt, durch einen neueren ersetzt oder unvollständig kopiert.",
    unusableHelp:
      "Wenn Sie Ihr Passwort schon festgelegt haben, melden Sie sich damit an. Bitten Sie sonst den Administrator der Plattform um einen neuen Link.",
  },
  fr: {
    open: "Ouvrez votre lien de configuration",
    openHint: "Si cette page reste affichée, copiez ici en entier le lien que vous avez reçu.",
    link: "Lien de configuration",
    continue: "Continuer",
    title: "Choisissez votre mot de passe",
    email: "E-mail",
    password: "Nouveau mot de passe",
    rule: "Au moins {min} caractères. Plusieurs mots sans rapport conviennent bien.",
    confirmation: "Confirmez le nouveau mot de passe",
    set: "Enregistrer le mot de passe",
    faults: {
      too_short: "Utilisez au moins {min} caractères.",
      too_long: "Utilisez au plus {max} caractères.",
      different: "Les mots de passe ne correspondent pas.",
    },
    done: "Votre mot de passe est enregistré",
    doneHint: "Vous pouvez maintenant vous connecter. Le lien utilisé a expiré.",
    toDashboard: "Ouvrir le tableau de bord",
    unusable: "Ce lien ne fonctionne pas",
    unusableHint:
      "Il a peut-être expiré, déjà servi, été remplacé par un lien plus récent ou été copié en partie.",
    unusableHelp:
      "Si vous avez déjà choisi votre mot de passe, connectez-vous. Sinon, demandez un nouveau lien à l’administrateur de la plateforme.",
  },
  es: {
    open: "Abra su enlace de configuración",
    openHint: "Si esta página no cambia, copie aquí entero el enlace que recibió.",
    link: "Enlace de configuración",
    continue: "Continuar",
    title: "Elija su contraseña",
    email: "Correo electrónico",
    password: "Contraseña nueva",
    rule: "Al menos {min} caracteres. Varias palabras sin relación funcionan bien.",
    confirmation: "Repita la contraseña nueva",
    set: "Guardar la contraseña",
    faults: {
      too_short: "Use al menos {min} caracteres.",
      too_long: "Use como máximo {max} caracteres.",
      different: "Las contraseñas no coinciden.",
    },
    done: "Su contraseña está guardada",
    doneHint: "Ya puede iniciar sesión con ella. El enlace que usó ha caducado.",
    toDashboard: "Abrir el panel",
    unusable: "Este enlace no funciona",
    unusableHint:
      "Puede que haya caducado, se haya usado, lo haya sustituido uno más reciente o no se copiara entero.",
    unusableHelp:
      "Si ya eligió su contraseña, inicie sesión. Si no, pida un enlace nuevo al administrador de la plataforma.",
  },
  ar: {
    open: "افتح رابط الإعداد",
    openHint: "إذا بقيت هذه الصفحة ظاهرة، فانسخ الرابط الذي وصلك كاملًا والصقه هنا.",
    link: "رابط الإعداد",
    continue: "متابعة",
    title: "عيّن كلمة المرور",
    email: "البريد الإلكتروني",
    password: "كلمة المرور الجديدة",
    rule: "استخدم {min} حرفًا على الأقل. عدة كلمات لا صلة بينها خيار جيد.",
    confirmation: "أكّد كلمة المرور الجديدة",
    set: "تعيين كلمة المرور",
    faults: {
      too_short: "استخدم {min} حرفًا على الأقل.",
      too_long: "استخدم {max} حرف على الأكثر.",
      different: "كلمتا المرور غير متطابقتين.",
    },
    done: "تم تعيين كلمة المرور",
    doneHint: "يمكنك الآن تسجيل الدخول بها. انتهت صلاحية الرابط الذي استخدمته.",
    toDashboard: "فتح لوحة التحكم",
    unusable: "هذا الرابط لا يعمل",
    unusableHint: "ربما انتهت صلاحيته، أو استُخدم من قبل، أو حل محله رابط أحدث، أو لم يُنسخ كاملًا.",
    unusableHelp: "إذا سبق أن عيّنت كلمة المرور، فسجّل الدخول بها. وإلا فاطلب رابطًا جديدًا من مسؤول المنصة.",
  },
  ja: {
    open: "設定用リンクを開いてください",
    openHint: "このページが表示されたままの場合は、受け取ったリンク全体をここに貼り付けてください。",
    link: "設定用リンク",
    continue: "続ける",
    title: "パスワードの設定",
    email: "メールアドレス",
    password: "新しいパスワード",
    rule: "{min}文字以上にしてください。関連のない単語をいくつか並べるのがおすすめです。",
    confirmation: "新しいパスワード（確認）",
    set: "パスワードを設定する",
    faults: {
      too_short: "{min}文字以上にしてください。",
      too_long: "{max}文字以内にしてください。",
      different: "パスワードが一致しません。",
    },
    done: "パスワードを設定しました",
    doneHint: "このパスワードでログインできます。使用したリンクは無効になりました。",
    toDashboard: "ダッシュボードを開く",
    unusable: "このリンクは使えません",
    unusableHint: "有効期限切れ、使用済み、新しいリンクへの置き換え、またはコピー漏れの可能性があります。",
    unusableHelp:
      "パスワードを設定済みの場合は、ログインしてください。それ以外の場合は、プラットフォームの管理者に新しいリンクを依頼してください。",
  },
};

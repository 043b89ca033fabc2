// People see it whose address leads nowhere.

import type { Language } from "../languages.ts";
import type { Html } from "../layout.ts";
import { noticeSheet } from "../sheet.ts";

const TEXTS: Record<Language, { title: string; text: string; start: string }> = {
  en: { title: "No such page", text: "Please check the address.", start: "Start page" },
  de: { title: "Diese Seite gibt es nicht", text: "Bitte prüfen Sie die Adresse.", start: "Startseite" },
  fr: { title: "Cette page n’existe pas", text: "Veuillez vérifier l’adresse.", start: "Page d’accueil" },
  es: { title: "Esta página no existe", text: "Compruebe la dirección.", start: "Página de inicio" },
  ar: { title: "هذه الصفحة غير موجودة", text: "يُرجى التحقق من العنوان.", start: "صفحة البداية" },
  ja: { title: "ページが見つかりません", text: "アドレスをご確認ください。", start: "スタートページ" },
};

export function lostPage(language: Language): Html {
  const { title, text, start } = TEXTS[language];
  return noticeSheet({ language, title }, [text], { href: "/", text: start });
}

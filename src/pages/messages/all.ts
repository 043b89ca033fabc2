import type { Language } from "../languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Messages } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";

const MESSAGES: Record<Language, Messages> = { en, de, fr, es, ar, ja };

export function messagesIn(language: Language): Messages {
  return MESSAGES[language];
}

// The till's texts: a file for each language, loaded when it is chosen.
import { directionOf, isLanguage, type Language, localeOf } from "../../languages.ts";
import { recall, remember } from "./remembered.ts";
import type { Texts } from "./texts/en.ts";

export interface Speech {
  language: Language;
  /** For Intl. */
  locale: string;
  texts: Texts;
}

/** Chosen at this till, else the page's. */
export function chosenLanguage(): Language {
  const chosen = recall("language") ?? document.documentElement.lang;
  return isLanguage(chosen) ? chosen : "en";
}

export async function speak(language: Language): Promise<Speech> {
  const path = `/pages/pos-${language}.js`;
  const { texts } = (await import(path)) as { texts: Texts };
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  return { language, locale: localeOf(language), texts };
}

export function choose(language: string): void {
  remember("language", language);
}

// The texts of an app: a file for each language, loaded when it is chosen.
import { directionOf, isLanguage, LANGUAGE_NAMES, type Language, localeOf } from "../../languages.ts";
import { h } from "./h.ts";

export interface SpeechOf<Texts> {
  language: Language;
  /** Intl takes it. */
  locale: string;
  texts: Texts;
}

/** What was chosen on this device, else the page's. */
export function languageOr(chosen: string | null): Language {
  const language = chosen ?? document.documentElement.lang;
  return isLanguage(language) ? language : "en";
}

/** `choose` stores the language, in which the page is once it has been loaded again. */
export function languageSelect(current: Language, choose: (language: string) => void): HTMLSelectElement {
  const change = () => {
    choose(select.value);
    location.reload();
  };
  const options = Object.entries(LANGUAGE_NAMES).map(([value, name]) =>
    h("option", { value, lang: value, selected: value === current }, name),
  );
  const select = h("select", { id: "language", change }, options);
  return select;
}

/** The page is in that language from then on. */
export async function speakAs<Texts>(app: string, language: Language): Promise<SpeechOf<Texts>> {
  const { texts } = await importTexts<{ texts: Texts }>(app, language);
  return { language, locale: localeOf(language), texts };
}

export async function importTexts<Module>(app: string, language: Language): Promise<Module> {
  // A file with a name that never changes, which the bundler must not look for.
  const path = `/pages/${app}-${language}.js`;
  const loaded = (await import(path)) as Module;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  return loaded;
}

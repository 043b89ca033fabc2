// The till's texts.
import type { Language } from "../../languages.ts";
import { languageOr, type SpeechOf, speakAs } from "../kit/language.ts";
import { recall } from "./remembered.ts";
import type { Texts } from "./texts/en.ts";

export type Speech = SpeechOf<Texts>;

/** Chosen at this till, else the page's. */
export function chosenLanguage(): Language {
  return languageOr(recall("language"));
}

export function speak(language: Language): Promise<Speech> {
  return speakAs("pos", language);
}

import type { SpeechOf } from "#pages/browser/kit/language.ts";
import type { Texts } from "./texts/en.ts";

export type Speech = SpeechOf<Texts>;

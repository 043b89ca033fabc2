import type { Language } from "#pages/languages.ts";
import type { Playground } from "./state.ts";
import type { Texts } from "./texts/en.ts";

/** What every part of the page is given. */
export interface Context {
  playground: Playground;
  texts: Texts;
  language: Language;
  /** Intl takes it. */
  locale: string;
  /** Does what someone has asked for, then shows what has become of it. A refusal is told in `alert`, or above all cards. */
  run(work: () => Promise<void>, alert?: HTMLElement): Promise<void>;
}

export interface View {
  element: HTMLElement;
  update(): void;
}

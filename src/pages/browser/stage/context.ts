import type { Stage } from "./state.ts";
import type { Texts } from "./texts/en.ts";

/** What every part of the page is given. */
export interface Context {
  stage: Stage;
  texts: Texts;
  /** For Intl. */
  locale: string;
  /** Does what someone has asked for, then shows what has become of it; a refusal is told. */
  run(work: () => Promise<void>): Promise<void>;
}

export interface View {
  element: HTMLElement;
  update(): void;
}

// What pages say, in every language. A text that is missing in one of them does not compile.
import type { ShownState } from "../checkout/state.ts";

export interface Notice {
  title: string;
  text: string;
}

export type Problem = "notFound" | "busy" | "failed";

export interface Messages {
  /** Of the language, in the language. */
  name: string;
  scan: string;
  scanHint: string;
  timeLeft: string;
  codeAlt: string;
  elsewhere: string;
  elsewhereHint: string;
  linkAlt: string;
  live: string;
  polling: string;
  offline: string;
  back: string;
  languages: string;
  paymentId: string;
  /** Where the page shows nothing without it. */
  needsScript: string;
  states: Record<Exclude<ShownState, "open">, Notice>;
  problems: Record<Problem, Notice>;
}

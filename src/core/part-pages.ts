import type { Language } from "#pages/languages.ts";

/** What a part adds to pages that run in browsers: main/parts-pages.ts names it. */
export interface PartPages {
  /** The part's actions in the audit trail as merchants read them; without those that are in no merchant's. */
  auditTexts?: Record<Language, Record<string, string>>;
  /** Bundles by the names that its assets give them: each has `panelOf`, a section of the dashboard's view of a counter. */
  counterPanels?: readonly string[];
}

/** What the build makes for browsers of files in the part's folder, by the name that a page asks for. */
export interface PartAssets {
  bundles?: Record<string, string>;
  /** Folders with a file for each language: a browser loads only its own. */
  texts?: Record<string, string>;
}

import type { Language } from "../pages/languages.ts";

/** What a part adds to pages that run in browsers: main/parts-pages.ts names it. */
export interface PartPages {
  /** Its actions in the audit trail as merchants read them; without those that are in no merchant's. */
  auditTexts?: Record<Language, Record<string, string>>;
}

import { html } from "hono/html";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./languages.ts";
import type { Html } from "./layout.ts";
import { messagesIn } from "./messages/all.ts";

/** Links to the same page in every language. */
export function languageLinks(current: Language, hrefIn = (language: Language) => `?lang=${language}`): Html {
  const links = LANGUAGES.map((each) => {
    const isCurrent = each === current && html`aria-current="true"`;
    return html`<a href="${hrefIn(each)}" lang="${each}" hreflang="${each}" ${isCurrent}>${LANGUAGE_NAMES[each]}</a>`;
  });
  return html`<nav class="languages" aria-label="${messagesIn(current).languages}">${links}</nav>`;
}

import { html } from "hono/html";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./languages.ts";
import type { Html } from "./layout.ts";
import { messagesIn } from "./messages/all.ts";

/** Links to the same page in every language. `posts`: they send the form around them, where no address may have what it holds. */
export function languageLinks(
  current: Language,
  hrefIn = (language: Language) => `?lang=${language}`,
  { posts = false } = {},
): Html {
  const links = LANGUAGES.map((each) => {
    const shared = html`lang="${each}" ${each === current && html`aria-current="true"`}`;
    const name = LANGUAGE_NAMES[each];
    return posts
      ? html`<button formaction="${hrefIn(each)}" ${shared}>${name}</button>`
      : html`<a href="${hrefIn(each)}" hreflang="${each}" ${shared}>${name}</a>`;
  });
  return html`<nav class="languages" aria-label="${messagesIn(current).languages}">${links}</nav>`;
}

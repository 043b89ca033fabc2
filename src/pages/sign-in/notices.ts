// What is shown when signing in or out has ended: no form, and nothing of the provider's.
import { html } from "hono/html";
import type { Language } from "../languages.ts";
import type { Html } from "../layout.ts";
import type { Notice } from "../messages/en.ts";
import { sheet } from "../sheet.ts";
import { NOTICE_TEXTS, type SignInProblem } from "./notice-texts.ts";

/** `retry`: where to try again; null when that would not help. */
export function signInProblemPage(
  problem: SignInProblem,
  language: Language,
  retry: string | null = null,
): Html {
  return noticePage(NOTICE_TEXTS[language].problems[problem], language, retry);
}

export function signedOutPage(language: Language, retry: string | null): Html {
  return noticePage(NOTICE_TEXTS[language].signedOut, language, retry);
}

function noticePage({ title, text }: Notice, language: Language, retry: string | null): Html {
  return sheet(
    { language, title },
    html`
      <section class="notice">
        <h1>${title}</h1>
        <p>${text}</p>
        ${retry && html`<a class="button" href="${retry}">${NOTICE_TEXTS[language].again}</a>`}
      </section>`,
  );
}

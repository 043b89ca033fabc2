// The embedded identity provider's pages for signing in with a password and for asking for a new one.
import { html } from "hono/html";
import { languageLinks } from "../language-links.ts";
import type { Language } from "../languages.ts";
import type { Html } from "../layout.ts";
import { sheet } from "../sheet.ts";
import { emailField, faultLine, field, shopLine } from "./field.ts";
import { SIGN_IN_TEXTS } from "./texts.ts";

export interface SignInView {
  language: Language;
  /** The path of the sign-in page, without its query. */
  path: string;
  /** The whole request, which every link and form carries on. */
  query: string;
}

/** Beside the sign-in page: it keeps the request in its query, to come back to. */
export const FORGOTTEN_PATH = "/forgotten-password";

export function signInPage(
  view: SignInView & { shop: string | null; email?: string; isRefused?: boolean },
): Html {
  const { language, path, query, shop, email = "", isRefused = false } = view;
  const texts = SIGN_IN_TEXTS[language];
  const checked = html`required ${isRefused && html`aria-describedby="fault"`}`;
  return requestSheet(
    texts.signIn,
    view,
    html`
      <form class="form" method="post" action="${path + query}">
        <h1>${texts.signIn}</h1>
        ${shopLine(shop)}
        ${faultLine(isRefused ? texts.refused : null)}
        ${emailField(texts.email, email, checked)}
        ${field("password", texts.password, html`type="password" autocomplete="current-password" ${checked}`)}
        <button type="submit">${texts.signIn}</button>
        <a href="${path + FORGOTTEN_PATH + query}">${texts.forgotten}</a>
      </form>`,
  );
}

export function forgottenPage(view: SignInView): Html {
  const texts = SIGN_IN_TEXTS[view.language];
  return requestSheet(
    texts.forgotten,
    view,
    html`
      <form class="form" method="post">
        <h1>${texts.forgotten}</h1>
        <p>${texts.forgottenHint}</p>
        ${emailField(texts.email, "", html`required`)}
        <button type="submit">${texts.send}</button>
        <a href="${view.path + view.query}">${texts.back}</a>
      </form>`,
  );
}

/** `link` only where nobody but the person at this machine can read it. */
export function forgottenSentPage(view: SignInView, link: string | null): Html {
  const texts = SIGN_IN_TEXTS[view.language];
  return requestSheet(
    texts.forgotten,
    view,
    html`
      <section class="form">
        <h1>${texts.forgotten}</h1>
        <p role="status">${texts.sent}</p>
        ${link && html`<a href="${link}">${texts.openLink}</a>`}
        <a href="${view.path + view.query}">${texts.back}</a>
      </section>`,
  );
}

function requestSheet(title: string, { language, query }: SignInView, content: Html): Html {
  const hrefIn = (each: Language) => {
    const parameters = new URLSearchParams(query);
    parameters.set("ui_locales", each);
    return `?${parameters}`;
  };
  const foot = html`<footer class="foot">${languageLinks(language, hrefIn)}</footer>`;
  return sheet({ language, title }, html`${content}${foot}`);
}

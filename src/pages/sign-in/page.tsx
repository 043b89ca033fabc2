// The embedded identity provider's pages for signing in with a password and for asking for a new one.
import type { Child } from "hono/jsx";
import { LanguageLinks } from "../language-links.tsx";
import type { Language } from "../languages.ts";
import type { Html } from "../layout.tsx";
import { sheet } from "../sheet.tsx";
import { EMAIL, Fault, Field } from "./field.tsx";
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

const PASSWORD = { name: "password", type: "password", autocomplete: "current-password" };

export function signInPage(view: SignInView & { email?: string; isRefused?: boolean }): Html {
  const { language, path, query, email = "", isRefused = false } = view;
  const texts = SIGN_IN_TEXTS[language];
  const describedBy = isRefused ? "fault" : undefined;
  return requestSheet(
    texts.signIn,
    view,
    <form class="form" method="post" action={path + query}>
      <h1>{texts.signIn}</h1>
      <Fault text={isRefused ? texts.refused : null} />
      <Field {...EMAIL} label={texts.email} value={email} aria-describedby={describedBy} />
      <Field {...PASSWORD} label={texts.password} aria-describedby={describedBy} />
      <button type="submit">{texts.signIn}</button>
      <a href={path + FORGOTTEN_PATH + query}>{texts.forgotten}</a>
    </form>,
  );
}

export function forgottenPage(view: SignInView): Html {
  const texts = SIGN_IN_TEXTS[view.language];
  return requestSheet(
    texts.forgotten,
    view,
    <form class="form" method="post">
      <h1>{texts.forgotten}</h1>
      <p>{texts.forgottenHint}</p>
      <Field {...EMAIL} label={texts.email} value="" />
      <button type="submit">{texts.send}</button>
      <a href={view.path + view.query}>{texts.back}</a>
    </form>,
  );
}

/** `link` only where nobody but the person at this machine can read it. */
export function forgottenSentPage(view: SignInView, link: string | null): Html {
  const texts = SIGN_IN_TEXTS[view.language];
  return requestSheet(
    texts.forgotten,
    view,
    <section class="form">
      <h1>{texts.forgotten}</h1>
      <p role="status">{texts.sent}</p>
      {link === null ? null : <a href={link}>{texts.openLink}</a>}
      <a href={view.path + view.query}>{texts.back}</a>
    </section>,
  );
}

function requestSheet(title: string, { language, query }: SignInView, content: Child): Html {
  return sheet(
    { language, title },
    <>
      {content}
      <Languages current={language} query={query} />
    </>,
  );
}

function Languages({ current, query }: { current: Language; query: string }) {
  const hrefIn = (language: Language) => {
    const parameters = new URLSearchParams(query);
    parameters.set("ui_locales", language);
    return `?${parameters}`;
  };
  return (
    <footer class="foot">
      <LanguageLinks current={current} hrefIn={hrefIn} />
    </footer>
  );
}

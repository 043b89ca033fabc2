// Signing in with a password, asking for a new one, and what is shown when signing in fails.
import type { Child } from "hono/jsx";
import { LANGUAGES, type Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";
import type { Notice } from "../messages/messages.ts";
import { type SignInProblem, type SignInTexts, signInTexts } from "./texts.ts";

export interface SignInView {
  language: Language;
  /** Of the sign-in page, without its query. */
  path: string;
  /** The whole request, which every link and form carries on. */
  query: string;
}

export const FORGOTTEN = "/forgotten-password";

export function signInPage(view: SignInView & { email?: string; isRefused?: boolean }): Html {
  const { language, path, query, email = "", isRefused = false } = view;
  const texts = signInTexts(language);
  return sheet(
    { ...view, title: texts.signIn },
    <form class="form" method="post" action={path + query}>
      <h1>{texts.signIn}</h1>
      {isRefused ? (
        <p class="fault" role="alert" id="fault">
          {texts.refused}
        </p>
      ) : null}
      <Email texts={texts} email={email} isRefused={isRefused} />
      <label for="password">{texts.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby={isRefused ? "fault" : undefined}
      />
      <button type="submit">{texts.signIn}</button>
      <a href={path + FORGOTTEN + query}>{texts.forgotten}</a>
    </form>,
  );
}

export function forgottenPage(view: SignInView): Html {
  const texts = signInTexts(view.language);
  return sheet(
    { ...view, title: texts.forgotten },
    <form class="form" method="post">
      <h1>{texts.forgotten}</h1>
      <p>{texts.forgottenHint}</p>
      <Email texts={texts} email="" isRefused={false} />
      <button type="submit">{texts.send}</button>
      <a href={view.path + view.query}>{texts.back}</a>
    </form>,
  );
}

/** `link` only where nobody but the person at this machine can read it. */
export function forgottenSentPage(view: SignInView, link: string | null): Html {
  const texts = signInTexts(view.language);
  return sheet(
    { ...view, title: texts.forgotten },
    <section class="form">
      <h1>{texts.forgotten}</h1>
      <p role="status">{texts.sent}</p>
      {link === null ? null : <a href={link}>{texts.openLink}</a>}
      <a href={view.path + view.query}>{texts.back}</a>
    </section>,
  );
}

/** `retry`: where to try again; null when that would not help. */
export function signInProblemPage(
  problem: SignInProblem,
  language: Language,
  retry: string | null = null,
): Html {
  return noticePage(signInTexts(language).problems[problem], language, retry);
}

export function signedOutPage(language: Language, retry: string | null): Html {
  return noticePage(signInTexts(language).signedOut, language, retry);
}

function noticePage({ title, text }: Notice, language: Language, retry: string | null): Html {
  return sheet(
    { language, title },
    <section class="notice">
      <h1>{title}</h1>
      <p>{text}</p>
      {retry === null ? null : (
        <a class="button" href={retry}>
          {signInTexts(language).again}
        </a>
      )}
    </section>,
  );
}

function Email({ texts, email, isRefused }: { texts: SignInTexts; email: string; isRefused: boolean }) {
  return (
    <>
      <label for="username">{texts.email}</label>
      <input
        id="username"
        name="username"
        type="email"
        value={email}
        autocomplete="username"
        required
        aria-describedby={isRefused ? "fault" : undefined}
      />
    </>
  );
}

function sheet(
  { language, title, query }: { language: Language; title: string; query?: string },
  content: Child,
): Html {
  return page({
    language,
    title,
    refreshSeconds: null,
    children: (
      <main class="sheet">
        {content}
        {query === undefined ? null : <Languages current={language} query={query} />}
      </main>
    ),
  });
}

function Languages({ current, query }: { current: Language; query: string }) {
  const hrefIn = (language: Language) => {
    const parameters = new URLSearchParams(query);
    parameters.set("ui_locales", language);
    return `?${parameters}`;
  };
  return (
    <footer class="foot">
      <nav class="languages" aria-label={messagesIn(current).languages}>
        {LANGUAGES.map((each) => (
          <a
            href={hrefIn(each)}
            lang={each}
            hreflang={each}
            aria-current={each === current ? "true" : undefined}
          >
            {messagesIn(each).name}
          </a>
        ))}
      </nav>
    </footer>
  );
}

// The pages behind a setup link, where a user sets a password.
import type { Child } from "hono/jsx";
import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { type SetUpFault, type SetUpTexts, setUpTexts } from "./set-up-texts.ts";

export interface PasswordForm {
  email: string;
  /** Of the link. */
  key: string;
  /** Lengths of a password. */
  min: number;
  max: number;
  fault?: SetUpFault | null;
}

/** What a setup link opens. The script posts the key; without it, the user pastes the link. */
export function openLinkPage(language: Language): Html {
  const texts = setUpTexts(language);
  return sheet(
    { language, title: texts.open, script: "/pages/set-up.js" },
    <form class="form" method="post">
      <h1>{texts.open}</h1>
      <p>{texts.openHint}</p>
      <label for="key">{texts.link}</label>
      <input id="key" name="key" type="text" autocomplete="off" spellcheck={false} required />
      <button type="submit">{texts.continue}</button>
    </form>,
  );
}

export function passwordFormPage(language: Language, form: PasswordForm): Html {
  const { email, key, min, max, fault = null } = form;
  const texts = setUpTexts(language);
  const within = (text: string) => text.replace("{min}", String(min)).replace("{max}", String(max));
  return sheet(
    { language, title: texts.title },
    <form class="form" method="post">
      <h1>{texts.title}</h1>
      {fault === null ? null : (
        <p class="fault" role="alert" id="fault">
          {within(texts.faults[fault])}
        </p>
      )}
      <input type="hidden" name="key" value={key} />
      <label for="username">{texts.email}</label>
      <input id="username" name="username" type="email" value={email} autocomplete="username" readonly />
      <Password
        name="password"
        label={texts.password}
        min={min}
        describedBy={fault ? "rule fault" : "rule"}
      />
      <p id="rule">{within(texts.rule)}</p>
      <Password name="confirmation" label={texts.confirmation} min={min} />
      <button type="submit">{texts.set}</button>
    </form>,
  );
}

export function passwordSetPage(language: Language): Html {
  const texts = setUpTexts(language);
  return notice(language, texts.done, [texts.doneHint], { href: "/dashboard", text: texts.toDashboard });
}

export function unusableLinkPage(language: Language): Html {
  const texts: SetUpTexts = setUpTexts(language);
  return notice(language, texts.unusable, [texts.unusableHint, texts.unusableHelp], null);
}

function Password(props: { name: string; label: string; min: number; describedBy?: string }) {
  const { name, label, min, describedBy } = props;
  return (
    <>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="password"
        autocomplete="new-password"
        required
        minlength={min}
        aria-describedby={describedBy}
      />
    </>
  );
}

function notice(
  language: Language,
  title: string,
  paragraphs: readonly string[],
  next: { href: string; text: string } | null,
): Html {
  return sheet(
    { language, title },
    <>
      <section class="notice">
        <h1>{title}</h1>
        {paragraphs.map((text) => (
          <p>{text}</p>
        ))}
      </section>
      {next === null ? null : (
        <a class="button" href={next.href}>
          {next.text}
        </a>
      )}
    </>,
  );
}

function sheet(frame: { language: Language; title: string; script?: string }, content: Child): Html {
  return page({ ...frame, refreshSeconds: null, children: <main class="sheet">{content}</main> });
}

// The pages behind a setup link, where a user sets a password.
import type { Language } from "../languages.ts";
import type { Html } from "../layout.tsx";
import { noticeSheet, sheet } from "../sheet.tsx";
import { SET_UP_TEXTS, type SetUpFault } from "./set-up-texts.ts";

export interface PasswordForm {
  email: string;
  /** The key of the link. */
  key: string;
  /** Lengths of a password. */
  min: number;
  max: number;
  fault?: SetUpFault | null;
}

/** What a setup link opens. The script posts the key; without it, the user pastes the link. */
export function openLinkPage(language: Language): Html {
  const texts = SET_UP_TEXTS[language];
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
  const texts = SET_UP_TEXTS[language];
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
  const texts = SET_UP_TEXTS[language];
  const next = { href: "/dashboard", text: texts.toDashboard };
  return noticeSheet({ language, title: texts.done }, [texts.doneHint], next);
}

export function unusableLinkPage(language: Language): Html {
  const texts = SET_UP_TEXTS[language];
  return noticeSheet({ language, title: texts.unusable }, [texts.unusableHint, texts.unusableHelp], null);
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

// The pages behind a setup link, where a user sets a password.
import type { Language } from "../languages.ts";
import type { Html } from "../layout.tsx";
import { noticeSheet, sheet } from "../sheet.tsx";
import { EMAIL, Fault, Field } from "./field.tsx";
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
      <Field name="key" label={texts.link} type="text" autocomplete="off" spellcheck={false} />
      <button type="submit">{texts.continue}</button>
    </form>,
  );
}

export function passwordFormPage(language: Language, form: PasswordForm): Html {
  const { email, key, min, max, fault = null } = form;
  const texts = SET_UP_TEXTS[language];
  const newPassword = { type: "password", autocomplete: "new-password", minlength: min };
  const within = (text: string) => text.replace("{min}", String(min)).replace("{max}", String(max));
  return sheet(
    { language, title: texts.title },
    <form class="form" method="post">
      <h1>{texts.title}</h1>
      <Fault text={fault && within(texts.faults[fault])} />
      <input type="hidden" name="key" value={key} />
      <Field {...EMAIL} label={texts.email} value={email} readonly required={false} />
      <Field
        {...newPassword}
        name="password"
        label={texts.password}
        aria-describedby={fault ? "rule fault" : "rule"}
      />
      <p id="rule">{within(texts.rule)}</p>
      <Field {...newPassword} name="confirmation" label={texts.confirmation} />
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

// The pages behind a setup link, where a user sets a password.
import { html } from "hono/html";
import { languageLinks } from "../language-links.ts";
import type { Language } from "../languages.ts";
import type { Html } from "../layout.ts";
import { noticeSheet, sheet } from "../sheet.ts";
import { emailField, faultLine, field, shopLine } from "./field.ts";
import { SET_UP_TEXTS, type SetUpFault } from "./set-up-texts.ts";

export interface PasswordForm {
  email: string;
  /** What the user's shop is called, where that is known. */
  shop: string | null;
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
    html`
      <form class="form" method="post">
        <h1>${texts.open}</h1>
        <p>${texts.openHint}</p>
        ${field("key", texts.link, html`type="text" autocomplete="off" spellcheck="false" required`)}
        <button type="submit">${texts.continue}</button>
      </form>
      <footer class="foot">${languageLinks(language, addressIn)}</footer>`,
  );
}

export function passwordFormPage(language: Language, form: PasswordForm): Html {
  const { email, shop, key, min, max, fault = null } = form;
  const texts = SET_UP_TEXTS[language];
  const newPassword = html`type="password" autocomplete="new-password" minlength="${min}" required`;
  const described = html`aria-describedby="${fault ? "rule fault" : "rule"}"`;
  const within = (text: string) => text.replace("{min}", String(min)).replace("{max}", String(max));
  return sheet(
    { language, title: texts.title },
    html`
      <form class="form" method="post">
        <h1>${texts.title}</h1>
        ${shopLine(shop)}
        ${faultLine(fault && within(texts.faults[fault]))}
        <input type="hidden" name="key" value="${key}">
        ${emailField(texts.email, email, html`readonly`)}
        ${field("password", texts.password, html`${newPassword} ${described}`)}
        <p id="rule">${within(texts.rule)}</p>
        ${field("confirmation", texts.confirmation, newPassword)}
        <button type="submit">${texts.set}</button>
      </form>
      <form class="foot" method="post">
        <input type="hidden" name="key" value="${key}">
        ${languageLinks(language, addressIn, { posts: true })}
      </form>`,
  );
}

export function passwordSetPage(language: Language): Html {
  const texts = SET_UP_TEXTS[language];
  const next = { href: "/dashboard/home", text: texts.toDashboard };
  return noticeSheet({ language, title: texts.done }, [texts.doneHint], next);
}

export function unusableLinkPage(language: Language): Html {
  const texts = SET_UP_TEXTS[language];
  return noticeSheet({ language, title: texts.unusable }, [texts.unusableHint, texts.unusableHelp], null);
}

function addressIn(language: Language): string {
  return `?ui_locales=${language}`;
}

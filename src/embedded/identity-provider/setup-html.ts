// The HTML of the setup page. Insert values only into `html` templates, which escape them.
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { PASSWORD_LENGTH_MIN } from "./password-rules.ts";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Takes the nonce with which the content security policy allows the styles and the script. */
export type Page = (nonce: string) => Html;

const STYLES = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; line-height: 1.2; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem; font: inherit; }
  button { margin-top: 1.5rem; font-weight: 600; cursor: pointer; }
  [role="alert"] { padding: 0.75rem; border: 2px solid #c62828; border-radius: 0.25rem; }
`;

/** Takes the key out of the address bar, so that no history keeps it, and posts it. */
const SCRIPT = `
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    history.replaceState(null, "", location.pathname);
    document.forms[0].elements.key.value = key;
    document.forms[0].submit();
  }
`;

/** What a setup link opens. Without JavaScript the user pastes the link. */
export function openLinkPage(): Page {
  return layout(
    "Open your setup link",
    html`<p>If this page stays, copy the whole link that you were given and paste it here.</p>
      <form method="post">
        <label for="key">Setup link</label>
        <input id="key" name="key" type="text" autocomplete="off" spellcheck="false" required>
        <button type="submit">Continue</button>
      </form>`,
    SCRIPT,
  );
}

export function passwordFormPage(email: string, key: string, fault?: string): Page {
  return layout(
    "Set your password",
    html`${fault === undefined ? "" : html`<p role="alert" id="fault">${fault}</p>`}
      <form method="post">
        <input type="hidden" name="key" value="${key}">
        <label for="username">Email</label>
        <input id="username" name="username" type="email" value="${email}" autocomplete="username" readonly>
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required
          minlength="${PASSWORD_LENGTH_MIN}" aria-describedby="rule${fault === undefined ? "" : " fault"}">
        <p id="rule">Use at least ${PASSWORD_LENGTH_MIN} characters, and neither common passwords nor your email
          address or business name. Several unrelated words work well.</p>
        <label for="confirmation">Confirm new password</label>
        <input id="confirmation" name="confirmation" type="password" autocomplete="new-password" required
          minlength="${PASSWORD_LENGTH_MIN}">
        <button type="submit">Set password</button>
      </form>`,
  );
}

export function passwordSetPage(email: string): Page {
  return layout(
    "Your password is set",
    html`<p>You can now sign in to the merchant dashboard as <strong>${email}</strong>.</p>
      <p>The link you used has now expired.</p>`,
  );
}

export function unusableLinkPage(): Page {
  return layout(
    "This link does not work",
    html`<p>It may have expired, already been used, been replaced by a newer link, or been copied
        incompletely.</p>
      <p>If you have already set your password, sign in with it. Otherwise, ask the platform administrator
        for a new link.</p>`,
  );
}

function layout(title: string, content: Html, script?: string): Page {
  return (nonce) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style nonce="${nonce}">${raw(STYLES)}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
    ${script === undefined ? "" : html`<script nonce="${nonce}">${raw(script)}</script>`}
  </body>
</html>`;
}

// Values go into `html` templates only: they escape what they are given.
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Takes the nonce under which the content security policy lets the styles pass. */
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

export function passwordFormPage(email: string, fault?: string): Page {
  return layout(
    "Set your password",
    html`${fault === undefined ? "" : html`<p role="alert" id="fault">${fault}</p>`}
      <form method="post">
        <label for="username">Email</label>
        <input id="username" name="username" type="email" value="${email}" autocomplete="username" readonly>
        <label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required
          minlength="12" aria-describedby="rule${fault === undefined ? "" : " fault"}">
        <p id="rule">At least 12 characters. A few random words make a good one.</p>
        <label for="confirmation">New password again</label>
        <input id="confirmation" name="confirmation" type="password" autocomplete="new-password" required
          minlength="12">
        <button type="submit">Set password</button>
      </form>`,
  );
}

export function passwordSetPage(email: string): Page {
  return layout(
    "Your password is set",
    html`<p>You can now sign in to the merchant dashboard as <strong>${email}</strong>.</p>
      <p>This link does not work again.</p>`,
  );
}

export function unusableLinkPage(): Page {
  return layout(
    "This link does not work",
    html`<p>It was used already, has expired, was replaced by a newer one, or was not copied whole.</p>
      <p>If you have set your password, sign in with it. If not, ask the platform administrator who registered
        your business for a new link.</p>`,
  );
}

function layout(title: string, content: Html): Page {
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
  </body>
</html>`;
}

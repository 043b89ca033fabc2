// The frame of every page below /docs: no script, so that it is there at once and reads everywhere.
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const LINKS = {
  "/docs/tutorial": "Tutorial",
  "/docs/api": "Requests",
  "/docs/webhooks": "Webhooks",
  "/docs/plugin": "Write a plugin",
  "/docs/client": "Client",
  "/docs/errors": "Errors",
  "/docs": "Shops’ API",
  "/docs/wallet-api": "Wallets’ API",
  "/docs/operator-api": "Operators’ API",
  "/docs/changelog": "Changes",
};

export const LICENCE_NOTE =
  "No licence has been chosen for this product yet: all rights are reserved until its owner chooses one.";

/** `path` is the page's own; `markdown`, where the same is as Markdown. */
export async function page(path: string, title: string, content: Html, markdown?: string): Promise<string> {
  const links = Object.entries(LINKS).map(
    ([href, text]) =>
      html`<a href="${href}" ${href === path ? raw('aria-current="page"') : ""}>${text}</a>
        `,
  );
  const alternate =
    markdown === undefined ? "" : html`<link rel="alternate" type="text/markdown" href="${markdown}" />`;
  const source = markdown === undefined ? "" : html`<a href="${markdown}">This page as Markdown</a>. `;
  const document = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Merchant Payments</title>
    <link rel="icon" href="/pages/favicon.svg" />
    <link rel="stylesheet" href="/pages/docs.css" />
    ${alternate}
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="home" href="/">Merchant Payments</a>
      <nav aria-label="Documents">${links}</nav>
    </header>
    <main id="content" tabindex="-1">
      ${content}
    </main>
    <footer>
      <p>${source}<a href="/llms.txt">llms.txt</a> lists all documents for programs. ${LICENCE_NOTE}</p>
    </footer>
  </body>
</html>
`;
  return String(document);
}

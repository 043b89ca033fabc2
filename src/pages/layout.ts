// The frame of every page: head, theme, language. `html` escapes every value, also within the quotes of an attribute.
import { html } from "hono/html";
import { directionOf, type Language } from "./languages.ts";

export type Html = ReturnType<typeof html>;

export interface LayoutProps {
  language: Language;
  title: string;
  /** Seconds after which a page without JavaScript loads itself again; without it, never. */
  refreshSeconds?: number | null;
  /** Reload also where JavaScript runs: the page has no script of its own. */
  reloadsWithScript?: boolean;
  style?: string;
  script?: string;
  /** The manifest of a page that can be installed. */
  manifest?: string;
  /** The home screen of an iPad or iPhone shows it, which does not read the manifest's. */
  touchIcon?: string;
  children: Html;
}

export function page(props: LayoutProps): Html {
  const { language, title, refreshSeconds = null, reloadsWithScript, script, manifest, touchIcon } = props;
  const refresh = refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>${title}</title>
        ${reloadsWithScript ? refresh : html`<noscript>${refresh}</noscript>`}
        <link rel="icon" href="/pages/favicon.svg">
        <link rel="stylesheet" href="${props.style ?? "/pages/pages.css"}">
        ${manifest && html`<link rel="manifest" href="${manifest}">`}
        ${touchIcon && html`<link rel="apple-touch-icon" href="${touchIcon}">`}
        ${script && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>${props.children}</body>
    </html>`;
}

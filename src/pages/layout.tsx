// The frame of every page: head, theme, language. Values are escaped by JSX.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import { directionOf, type Language } from "./languages.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

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
  /** For the home screen of an iPad or iPhone, which does not read the manifest's. */
  touchIcon?: string;
  children: Child;
}

export function page(props: LayoutProps): Html {
  return html`<!doctype html>${<Layout {...props} />}`;
}

function Layout(props: LayoutProps) {
  const {
    language,
    title,
    refreshSeconds = null,
    reloadsWithScript,
    script,
    manifest,
    touchIcon,
    children,
  } = props;
  const refresh =
    refreshSeconds === null ? null : <meta http-equiv="refresh" content={String(refreshSeconds)} />;
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {reloadsWithScript ? refresh : <noscript>{refresh}</noscript>}
        <link rel="icon" href="/pages/favicon.svg" />
        <link rel="stylesheet" href={props.style ?? "/pages/pages.css"} />
        {manifest === undefined ? null : <link rel="manifest" href={manifest} />}
        {touchIcon === undefined ? null : <link rel="apple-touch-icon" href={touchIcon} />}
        {script === undefined ? null : <script type="module" src={script}></script>}
      </head>
      <body>{children}</body>
    </html>
  );
}

// A page with one short text or form in the middle.
import { html } from "hono/html";
import type { Language } from "./languages.ts";
import { type Html, page } from "./layout.ts";

interface Frame {
  language: Language;
  title: string;
  script?: string;
}

export function sheet(frame: Frame, content: Html): Html {
  return page({ ...frame, children: html`<main class="sheet">${content}</main>` });
}

/** `next`: where to go on; null when there is nowhere. */
export function noticeSheet(
  frame: Frame,
  paragraphs: readonly string[],
  next: { href: string; text: string } | null,
): Html {
  return sheet(
    frame,
    html`
      <section class="notice">
        <h1>${frame.title}</h1>
        ${paragraphs.map((text) => html`<p>${text}</p>`)}
      </section>
      ${next && html`<a class="button" href="${next.href}">${next.text}</a>`}`,
  );
}

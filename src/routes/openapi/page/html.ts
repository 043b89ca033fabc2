import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Plain text with blank lines between paragraphs and `code` in backticks. */
export function prose(text: string): Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function inline(text: string): (string | Html)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

export function codeBlock(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

/** A name as the end of an address. */
export function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

// Markdown as HTML, with the anchors that GitHub gives headings, and what keyboards need where something scrolls.
import { raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { Marked } from "marked";

/** GitHub makes the same of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, "")
    .replaceAll(" ", "-");
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text }) {
      return block(text);
    },
  },
  hooks: {
    postprocess: (html) =>
      html
        .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
        .replaceAll("</table>", "</table></div>"),
  },
});

function block(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<pre tabindex="0"><code>${escaped}</code></pre>\n`;
}

export function codeBlock(text: string): HtmlEscapedString {
  return raw(block(text));
}

export function markdown(text: string): HtmlEscapedString {
  return raw(marked.parse(text, { async: false }));
}

/** Without a paragraph around it. */
export function inlineMarkdown(text: string): HtmlEscapedString {
  return raw(marked.parseInline(text, { async: false }));
}

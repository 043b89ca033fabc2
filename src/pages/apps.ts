// The frame of an app, in which its script shows everything, in texts of its own.
import { html } from "hono/html";
import { type Html, type LayoutProps, page } from "./layout.ts";
import { messagesIn } from "./messages/all.ts";

/** `attributes` are those of its main element. */
export function frame(
  app: string,
  props: Omit<LayoutProps, "children">,
  attributes: Html,
  more?: Html,
): Html {
  const children = html`
    <main ${attributes}>
      <noscript><p>${messagesIn(props.language).needsScript}</p></noscript>
      ${more}
    </main>`;
  return page({ style: `/pages/${app}.css`, script: `/pages/${app}.js`, ...props, children });
}

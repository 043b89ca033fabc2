// A page with one short text or form in the middle.
import type { Child } from "hono/jsx";
import type { Language } from "./languages.ts";
import { type Html, page } from "./layout.tsx";

interface Frame {
  language: Language;
  title: string;
  script?: string;
}

export function sheet(frame: Frame, content: Child): Html {
  return page({ ...frame, children: <main class="sheet">{content}</main> });
}

/** `next`: where to go on; null when there is nowhere. */
export function noticeSheet(
  frame: Frame,
  paragraphs: readonly string[],
  next: { href: string; text: string } | null,
): Html {
  return sheet(
    frame,
    <>
      <section class="notice">
        <h1>{frame.title}</h1>
        {paragraphs.map((text) => (
          <p>{text}</p>
        ))}
      </section>
      {next && (
        <a class="button" href={next.href}>
          {next.text}
        </a>
      )}
    </>,
  );
}

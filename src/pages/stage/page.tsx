// What the server sends of the sandbox's stage: the frame in which its script shows everything, in its own texts.

import { LanguageLinks } from "../language-links.tsx";
import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";

export interface StageProps {
  language: Language;
  /** Whether the page may open a shop without anyone signing in. */
  canOpenShop: boolean;
}

export function stagePage({ language, canOpenShop }: StageProps): Html {
  return page({
    language,
    title: "Sandbox",
    refreshSeconds: null,
    style: "/pages/stage.css",
    script: "/pages/stage.js",
    children: (
      <main data-can-open={canOpenShop ? "" : undefined}>
        <noscript>
          <p>{messagesIn(language).needsScript}</p>
        </noscript>
        <LanguageLinks current={language} />
      </main>
    ),
  });
}

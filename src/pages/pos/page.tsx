// What the server sends of the till: the frame in which its script shows everything. The texts are the script's own.

import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";

/** `customer`: the second screen, for whoever pays. */
export type PosPage = "till" | "pair" | "customer";

export function posPage(name: PosPage, language: Language): Html {
  return page({
    language,
    title: "POS",
    refreshSeconds: null,
    style: "/pages/pos.css",
    script: "/pages/pos.js",
    manifest: "/pages/pos.webmanifest",
    touchIcon: "/pages/pos-icon.png",
    children: (
      <main data-page={name}>
        <noscript>
          <p>{messagesIn(language).needsScript}</p>
        </noscript>
      </main>
    ),
  });
}

// What the server sends of the till and of the cash desk: the frame in which its script shows everything. The texts are the script's own.

import type { Language } from "../languages.ts";
import { type Html, page } from "../layout.tsx";
import { messagesIn } from "../messages/all.ts";

/** `customer`: the second screen, for whoever pays. */
export type PosPage = "till" | "pair" | "customer";
export type DeskPage = "desk" | "desk-pair";

export function posPage(name: PosPage, language: Language): Html {
  const parts = { title: "POS", script: "/pages/pos.js", manifest: "/pages/pos.webmanifest" };
  return frame(name, language, { ...parts, touchIcon: "/pages/pos-icon.png" });
}

export function deskPage(name: DeskPage, language: Language): Html {
  return frame(name, language, { title: "Desk", script: "/pages/desk.js" });
}

interface FrameParts {
  title: string;
  script: string;
  manifest?: string;
  touchIcon?: string;
}

function frame(name: PosPage | DeskPage, language: Language, parts: FrameParts): Html {
  return page({
    ...parts,
    language,
    refreshSeconds: null,
    style: "/pages/pos.css",
    children: (
      <main data-page={name}>
        <noscript>
          <p>{messagesIn(language).needsScript}</p>
        </noscript>
      </main>
    ),
  });
}

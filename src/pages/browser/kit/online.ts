// What an app does without a connection.
import type { Outcome } from "./exchange.ts";
import { h } from "./h.ts";

const RETRY_MS = 5_000;

/** Says on top of the page, from then on, that the browser is offline; again, in other words. */
export function showOffline(words: string): void {
  document.querySelector("body > .offline")?.remove();
  document.body.append(h("p", { class: "offline", role: "status" }, words));
  for (const change of ["online", "offline"]) addEventListener(change, showConnection);
  showConnection();
}

function showConnection(): void {
  document.body.toggleAttribute("data-offline", !navigator.onLine);
}

/** Returns null without a session. Without a connection it is the last one, if that is known, else the page waits. */
export async function findSession<Session>(
  read: () => Promise<Outcome<Session | null>>,
  last: () => Session | null,
): Promise<Session | null> {
  for (;;) {
    const outcome = await read();
    showConnection();
    if (outcome.kind === "ok") return outcome.value;
    const known = outcome.kind === "lost" ? last() : null;
    if (outcome.kind === "refused" || known !== null) return known;
    document.body.toggleAttribute("data-offline", true);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

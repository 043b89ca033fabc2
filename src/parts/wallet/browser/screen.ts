// The parts of a screen, and the way from one to another: each has an address, so that reload and the phone's back button work.
import type { Speech } from "./language.ts";
import type { Store } from "./store.ts";

export interface App {
  speech: Speech;
  store: Store;
  isSandbox: boolean;
  /** Opens the screen with that query. */
  go(query: string, options?: { isReplaced: boolean }): void;
  /** Says it to those who hear the page. */
  announce(words: string): void;
  /** The session has ended: nothing of the customer stays on the device. `to`: where to go on. */
  end(to?: string | null): void;
}

export interface Screen {
  isHome?: true;
  /** It may change with the screen's next update. */
  title: string;
  element: HTMLElement;
  /** What the store knows has changed. */
  update?(): void;
  /** The payment has changed; or any may have, as money has come in or gone out. */
  changed?(intentId?: string): void;
  leave?(): void;
}

const PAGE = "/wallet";

/** The checkout page adds it to the link by which it opens the wallet. */
export const BACK = { back: "" };

export function isToReturn(): boolean {
  return new URLSearchParams(location.search).has("back");
}

export function hrefOf(query: string): string {
  return query === "" ? PAGE : `${PAGE}?${query}`;
}

// Hears what happens to payments from the feed of events, while the page is visible.

import { assumedNow } from "#pages/browser/kit/clock.ts";
import type { StoredEvent } from "#sdk/index.ts";
import { request } from "./api/request.ts";

const SOONEST_MS = 3_000;
/** Where nothing happens, it is asked more and more seldom. */
const SELDOM_MS = 12_000;
const GROWTH = 1.25;
/** An event may be later in the feed than in the list. */
const MARGIN_MS = 5_000;
const PER_READ = 100;

interface Listener {
  /** It is followed as long as this is in the page. */
  element: HTMLElement;
  /** Gets the oldest first. */
  hear(events: readonly StoredEvent[]): Promise<void>;
  /** More has happened than can be heard. */
  lose(): void;
}

export function followFeed({ element, hear, lose }: Listener): void {
  let after = positionAt(assumedNow());
  let waitMs = SOONEST_MS;
  let isReading = false;
  let timer: ReturnType<typeof setTimeout>;
  const read = async () => {
    const now = positionAt(assumedNow());
    const { events, ...feed } = await request("listEvents", { query: { after, limit: PER_READ } });
    if (feed.has_more) lose();
    else await hear(events);
    after = feed.has_more ? now : (feed.next_after ?? after);
    return events.length > 0;
  };
  const step = async () => {
    clearTimeout(timer);
    if (!element.isConnected) return document.removeEventListener("visibilitychange", step);
    // What is not looked at is read when someone looks again.
    if (document.hidden || isReading) return;
    isReading = true;
    // What has failed is heard the next time.
    const isBusy = await read().catch(() => false);
    isReading = false;
    waitMs = isBusy ? SOONEST_MS : Math.min(SELDOM_MS, waitMs * GROWTH);
    timer = setTimeout(step, waitMs);
  };
  document.addEventListener("visibilitychange", step);
  timer = setTimeout(step, waitMs);
}

/** An id that sorts after all events of before that time: ids begin with their time. */
function positionAt(time: number): string {
  const hex = Math.floor(time - MARGIN_MS)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

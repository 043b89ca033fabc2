// When a signing key signs, and how long it is published. Everything follows from the times at which keys were made, so
// all isolates change keys at the same moment without telling each other.
import { KEY_SET_CACHE_MS } from "../../domain/realm.ts";

/** How long an isolate may use the keys it has read. */
export const REREAD_MS = 60_000;
/** Before a new key signs, everyone who caches the key set must have read it again. */
export const PUBLISHED_AHEAD_MS = KEY_SET_CACHE_MS + 5 * REREAD_MS;
/** Twice the life of a token, because clocks differ. */
export const PUBLISHED_AFTER_MS = 10 * 60_000;

/** `next` is published and does not sign yet; `previous` no longer signs; `retired` is no longer published. */
type KeyStatus = "next" | "signing" | "previous" | "retired";

export interface ScheduledKey<Key> {
  key: Key;
  status: KeyStatus;
  signsFrom: number;
  /** Null while no other key is to follow. */
  publishedUntil: number | null;
}

/** `keys` are in the order in which they were made. The first signs at once: there is none to wait for. */
export function schedule<Key extends { createdAt: number }>(
  keys: readonly Key[],
  now: number,
): ScheduledKey<Key>[] {
  const starts = keys.map(({ createdAt }, index) => createdAt + (index === 0 ? 0 : PUBLISHED_AHEAD_MS));
  return keys.map((key, index) => {
    const signsFrom = starts[index] ?? key.createdAt;
    const signsUntil = starts[index + 1] ?? null;
    const publishedUntil = signsUntil === null ? null : signsUntil + PUBLISHED_AFTER_MS;
    const isOver = (time: number | null) => time !== null && now >= time;
    let status: KeyStatus = isOver(signsFrom) ? "signing" : "next";
    if (isOver(signsUntil)) status = "previous";
    if (isOver(publishedUntil)) status = "retired";
    return { key, status, signsFrom, publishedUntil };
  });
}

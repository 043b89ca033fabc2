/** For what an isolate remembers: sets the entry as the newest, and forgets the oldest if there would be more than `most`. */
export function setBounded<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size > most) entries.delete(oldest);
}

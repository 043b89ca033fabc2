// Event ids are UUIDv7: their first twelve hexadecimal digits are the time.

/** The smallest time-ordered UUID of that millisecond, so that a range of ids is a range of time. */
export function uuidSince(epochMs: number): string {
  const hex = epochMs.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The same id, but as of that millisecond. */
export function atTime(id: string, epochMs: number): string {
  const time = uuidSince(epochMs);
  return time + id.slice(time.length);
}

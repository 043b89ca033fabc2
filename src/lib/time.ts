/** ISO 8601 in UTC with milliseconds. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}

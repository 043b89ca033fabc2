/**
 * Milliseconds from `now` until the time that a Retry-After header names in seconds or as an HTTP date (RFC 9110
 * §10.2.3); null when it is missing or malformed.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

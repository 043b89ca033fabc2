/** When the service has sent it, in epoch milliseconds; null where that is not said. The device's own clock may be wrong. */
export function serverTimeIn(headers: Headers): number | null {
  return parseServerTime(headers.get("Server-Time"));
}

export function parseServerTime(text: unknown): number | null {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

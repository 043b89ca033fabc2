// What time it is at the service. A device's own clock may be wrong by hours, or be set while a page is open: nothing that a page
// says of a payment comes from it, and no other script reads it.

/** The service's time less the page's own, which never steps. */
let ahead: number | null = null;

/** Hears each response and message anew, because a device that sleeps may stop its clocks. */
export function hearServerTime(time: number): void {
  if (!Number.isNaN(time)) ahead = time - performance.now();
}

export function hearServerTimeOf({ headers }: Response): void {
  hearServerTime(Date.parse(headers.get("Server-Time") ?? ""));
}

/** Epoch milliseconds; null before the service has said. */
export function serverNow(): number | null {
  return ahead === null ? null : performance.now() + ahead;
}

/** Returns null where there is no end, or the service's time is unknown: then nobody is told how much is left. */
export function msUntil(iso: string | null): number | null {
  const now = serverNow();
  return now === null || iso === null ? null : Date.parse(iso) - now;
}

/** A field suggests a day by it: whoever uses it sees it. */
export function assumedNow(): number {
  return serverNow() ?? Date.now();
}

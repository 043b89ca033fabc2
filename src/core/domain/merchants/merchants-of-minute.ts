/** Merchants by id, from the first to before `to`. */
export interface MerchantsOfMinute {
  from: string;
  to: string;
}

/** Maps the current part of a period to the same part of all ids, which spreads what is done for all merchants over it. */
export function shareOf(now: number, periodMs: number, lengthMs: number): MerchantsOfMinute {
  const part = Math.floor((now % periodMs) / lengthMs);
  const idAfter = (parts: number) => idAt((parts * lengthMs) / periodMs);
  return { from: idAfter(part), to: idAfter(part + 1) };
}

/** The smallest id above that fraction of all UUIDs, which random ids fill evenly; for 1, a text after every UUID. */
function idAt(fraction: number): string {
  return fraction >= 1
    ? "g"
    : Math.floor(fraction * 2 ** 32)
        .toString(16)
        .padStart(8, "0");
}

/** Keeps their order. The last portion may be smaller. */
export function* portionsOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** D1 takes at most 2 MB in a parameter. What an item has beside the text that is measured fits as well. */
const PARAMETER_CHARACTERS = 1_000_000;

/** Keeps their order, each for one parameter; an item that is larger is alone. `charactersOf` says how long an item's text is. */
export function portionsForParameter<T>(items: readonly T[], charactersOf: (item: T) => number): T[][] {
  const portions: T[][] = [];
  let left = 0;
  for (const item of items) {
    left -= charactersOf(item);
    if (left < 0 || portions.length === 0) {
      portions.push([]);
      left = PARAMETER_CHARACTERS - charactersOf(item);
    }
    portions.at(-1)?.push(item);
  }
  return portions;
}

/** Keeps their order. The last chunk may be smaller. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** D1 takes at most 2 MB in a parameter. What an item has beside the text that is measured fits as well. */
const PARAMETER_CHARACTERS = 1_000_000;

/** Keeps their order, each for one parameter; an item that is larger is alone. `charactersOf` says how long an item's text is. */
export function chunksForParameter<T>(items: readonly T[], charactersOf: (item: T) => number): T[][] {
  const chunks: T[][] = [];
  let left = 0;
  for (const item of items) {
    left -= charactersOf(item);
    if (left < 0 || chunks.length === 0) {
      chunks.push([]);
      left = PARAMETER_CHARACTERS - charactersOf(item);
    }
    chunks.at(-1)?.push(item);
  }
  return chunks;
}

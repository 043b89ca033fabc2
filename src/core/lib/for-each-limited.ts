/** The Workers platform opens so many connections at a time. */
const CONNECTIONS = 6;

/** Starts them in their order. Throws what the first one that fails throws. */
export async function forEachLimited<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const runOneByOne = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runOneByOne));
}

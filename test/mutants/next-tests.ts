/** A round with fewer pairs takes hardly less time, because most of it is spent on starting the runtime. */
const PAIRS_PER_ROUND_MIN = 16;

/** The test files that one of the living mutants is tried against in the next round. `tests`: the likeliest come first. */
export function nextTests(
  tests: readonly string[],
  isTried: (test: string) => boolean,
  triesMax: number,
  livingMutants: number,
): string[] {
  const untried = tests.filter((test) => !isTried(test));
  const triesLeft = triesMax - (tests.length - untried.length);
  const count = Math.min(Math.ceil(PAIRS_PER_ROUND_MIN / livingMutants), triesLeft);
  return untried.slice(0, Math.max(0, count));
}

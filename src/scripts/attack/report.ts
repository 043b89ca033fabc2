import type { Attempts } from "./attempts.ts";
import { leaks, requestCount } from "./requests.ts";

const SHOWN_MAX = 20;

/** Prints the table and whatever succeeded; returns whether the service withstood all of it. */
export function report(results: readonly (readonly [string, Attempts])[]): boolean {
  const width = Math.max(...results.map(([name]) => name.length));
  console.log(`\n${"".padEnd(width)}  attempts  succeeded`);
  const line = (name: string, count: number, successes: number) =>
    console.log(`${name.padEnd(width)}${String(count).padStart(10)}${String(successes).padStart(11)}`);
  for (const [name, { count, successes }] of results) line(name, count, successes.length);
  line("internals in a response", requestCount(), leaks.length);
  const idle = results
    .filter(([, { count }]) => count === 0)
    .map(([name]) => `${name}: nothing was attempted`);
  const faults = [...results.flatMap(([, { successes }]) => successes), ...leaks, ...idle];
  for (const fault of faults.slice(0, SHOWN_MAX)) console.log(`  ${fault}`);
  if (faults.length > SHOWN_MAX) console.log(`  … and ${faults.length - SHOWN_MAX} more`);
  console.log(faults.length === 0 ? "\nWithstood." : "\nFAILED.");
  return faults.length === 0;
}

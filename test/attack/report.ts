import type { Attempts } from "./attempts.ts";
import { leaks, requestCount } from "./requests.ts";

/** Of each attack. */
const SHOWN_MAX = 5;

/** Prints the table and which attempts succeeded; returns whether none did. */
export function report(results: readonly (readonly [string, Attempts])[]): boolean {
  const width = Math.max(...results.map(([name]) => name.length));
  console.log(`\n${"".padEnd(width)}  attempts  succeeded`);
  const line = (name: string, count: number, successes: number) =>
    console.log(`${name.padEnd(width)}${String(count).padStart(10)}${String(successes).padStart(11)}`);
  for (const [name, { count, successes }] of results) line(name, count, successes.length);
  line("internals in a response", requestCount(), leaks.length);
  const faults: [string, readonly string[]][] = results.map(([name, { count, successes }]) => [
    name,
    count === 0 ? ["nothing was attempted"] : successes,
  ]);
  faults.push(["internals in a response", leaks]);
  for (const [name, found] of faults) show(name, found);
  const hasWithstood = faults.every(([, found]) => found.length === 0);
  console.log(hasWithstood ? "\nWithstood." : "\nFAILED.");
  return hasWithstood;
}

function show(name: string, found: readonly string[]): void {
  if (found.length > 0) console.log(`\n${name}:`);
  for (const fault of found.slice(0, SHOWN_MAX)) console.log(`  ${fault}`);
  if (found.length > SHOWN_MAX) console.log(`  … and ${found.length - SHOWN_MAX} more`);
}

// Helpers of the demo's steps: where the service is, waiting, and printing.
import { runningServiceUrl } from "../running-service.ts";

export const BASE_URL = runningServiceUrl();

/** Polls until `poll` returns a value. Throws after 30 seconds; `what` says what never happened. */
export async function waitUntil<T>(what: string, poll: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const value = await poll();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`timed out after 30 s: ${what}`);
}

export function printStep(title: string, ...lines: string[]): void {
  console.log(`\n\x1b[1m${title}\x1b[0m`);
  for (const line of lines) console.log(`  ${line}`);
}

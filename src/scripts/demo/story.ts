// What every chapter of the story uses.

export const BASE_URL = `http://localhost:${process.env.PORT ?? "8787"}`;

/** Asks until the answer is more than null, as a shop that polls would. */
export async function waitUntil<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const response = await ask();
    if (response !== null) return response;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`${what}: still not so after 30 s`);
}

export function tell(step: string, ...lines: string[]): void {
  console.log(`\n\x1b[1m${step}\x1b[0m`);
  for (const line of lines) console.log(`  ${line}`);
}

const AT_ONCE = 16;

/** Sends so many requests, several at a time. Returns the statuses. */
export async function flood(
  count: number,
  request: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) statuses.push((await request(next++)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

const MINUTE_MS = 60_000;
const NEEDED_MS = 20_000;

/** Limits are reset at each full minute. */
export async function waitForTime(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < NEEDED_MS) await new Promise((done) => setTimeout(done, leftMs));
}

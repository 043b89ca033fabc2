const RETRY_MS = 1_000;
const RETRY_MS_MAX = 10_000;

/** Sleeps before the next attempt: longer with each that has failed. */
export function sleepAfter(failures: number, signal: AbortSignal): Promise<void> {
  return sleep(Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** failures), signal);
}

/** Ends early when the browser is online again, and when it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}

// The headers of every response, because a browser can open any; a page sets its own.
const DEFAULTS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
};
/** No route sets this one itself: a response that has it has them all. */
const MARK = "Strict-Transport-Security";

/** To build many responses with: copying headers takes a fraction of the time that setting each of them does. */
export function defaultsWith(headers: Record<string, string>): Headers {
  return new Headers({ ...DEFAULTS, ...headers });
}

/** For a response that a route has built in its own way: sets what it left open. */
export function completeHeaders(headers: Headers): void {
  if (headers.has(MARK)) return;
  for (const [name, value] of Object.entries(DEFAULTS)) if (!headers.has(name)) headers.set(name, value);
}

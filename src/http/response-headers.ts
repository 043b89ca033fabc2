// The headers of every response. Reading `response.headers` costs as much as building the response, so those that this
// service builds are copied from a template, in which what differs between two of them is set just before.
import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

type ResponseContext = Pick<Context<AppEnv>, "get" | "set">;

const REQUEST_ID = "X-Request-Id";
/** Because a browser can open any response; a page sets its own. */
const DEFAULTS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
};
/** For routes that any web page may read. */
const CROSS_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `ETag,Retry-After,${REQUEST_ID}`,
};

/** One kind of response. Each sets all of the headers in `Own` anew: the one before leaves none of its own behind. */
export class ResponseTemplate<Own extends string = never> {
  readonly #sameOrigin: Headers;
  readonly #crossOrigin: Headers;

  constructor(fixed: Record<string, string> = {}) {
    this.#sameOrigin = new Headers({ ...DEFAULTS, ...fixed });
    this.#crossOrigin = new Headers({ ...DEFAULTS, ...CROSS_ORIGIN, ...fixed });
  }

  /** Without an await: the template is shared by all requests. */
  build(c: ResponseContext, body: string | null, status: number, own: Record<Own, string>): Response {
    const headers = c.get("isCrossOrigin") ? this.#crossOrigin : this.#sameOrigin;
    headers.set(REQUEST_ID, c.get("requestId"));
    for (const name in own) headers.set(name, own[name]);
    const response = new Response(body, { status, headers });
    c.set("fromTemplate", response);
    return response;
  }
}

/** For a response that a route has built in its own way: sets what it left open. */
export function completeHeaders(c: Context<AppEnv>): void {
  if (c.res === c.get("fromTemplate")) return;
  // On the response itself, because `c.header` would copy the response for every header.
  const { headers } = c.res;
  headers.set(REQUEST_ID, c.get("requestId"));
  const crossOrigin = c.get("isCrossOrigin") ? CROSS_ORIGIN : {};
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...crossOrigin }))
    if (!headers.has(name)) headers.set(name, value);
}

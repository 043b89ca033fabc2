// Refuses bodies over 64 KB. Hono's middleware makes a stream of every body, which takes longer than to read the length.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";
import { bodyTooLarge } from "./errors.ts";

const BODY_BYTES_MAX = 64 * 1024;

const limitedStream = bodyLimit({
  maxSize: BODY_BYTES_MAX,
  onError: () => {
    throw bodyTooLarge();
  },
});

export const limitedBody = createMiddleware<AppEnv>((c, next) =>
  hasSmallBody(c) ? next() : limitedStream(c, next),
);

/** By its length, which HTTP holds the body to. False where none is given. */
function hasSmallBody({ req }: Context): boolean {
  const length = req.header("Content-Length");
  const isWhole = req.header("Transfer-Encoding") === undefined;
  return isWhole && length !== undefined && /^\d+$/.test(length) && Number(length) <= BODY_BYTES_MAX;
}

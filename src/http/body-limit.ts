import { bodyLimit } from "hono/body-limit";
import { bodyTooLarge } from "./errors.ts";

export const limitedBody = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw bodyTooLarge();
  },
});

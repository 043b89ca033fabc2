import * as z from "zod/mini";

/** An integer of any size, as `parseExact` reads it. */
export const exactInteger = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^-?\d+$/))]),
  z.transform((integer) => BigInt(integer)),
);

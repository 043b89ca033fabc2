import * as z from "zod/mini";
import { nameText } from "../shared/fields.ts";

const CODE_CHARACTERS_MAX = 100;

export const PairBody = z.object({
  code: z.string().check(z.maxLength(CODE_CHARACTERS_MAX)),
  /** For the list of a counter's tills. */
  name: z.nullish(nameText(100)),
});

import * as z from "zod";
import { nameText } from "../shared/fields.ts";

const CODE_CHARACTERS_MAX = 100;

export const PairBody = z.object({
  code: z.string().max(CODE_CHARACTERS_MAX),
  /** For the list of a counter's tills. */
  name: nameText(100).nullish(),
});

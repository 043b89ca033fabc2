import * as z from "zod/mini";
import { nameText } from "../shared/fields.ts";

const CODE_CHARACTERS_MAX = 100;

export const PairingCodeBody = z.object({ code: z.string().check(z.maxLength(CODE_CHARACTERS_MAX)) });

export const PairBody = z.extend(PairingCodeBody, {
  /** For the list of what is paired. */
  name: z.nullish(nameText(100)),
});

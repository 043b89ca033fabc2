import * as z from "zod/mini";
import { integer, responseOf, text } from "../shared/envelope.ts";
import { documented, named } from "../shared/published.ts";

export const MasterKey = named(
  "MasterKey",
  z.object({
    id: text("The first eight hex digits of the key's SHA-256."),
    status: documented(
      {
        description:
          "`current` encrypts and decrypts; `old` only decrypts; `missing` is not in `MASTER_KEY`, so its values cannot be read.",
      },
      z.enum(["current", "old", "missing"]),
    ),
    values: integer("How many values are sealed under it."),
  }),
);
const use = {
  master_keys: z.array(MasterKey),
  remaining: integer("Values under old keys. When it is 0, the old keys can be removed from `MASTER_KEY`."),
  message: z.string(),
};
export const MasterKeysResponse = responseOf(
  "MasterKeysResponse",
  "The configured keys in their order, then missing ones.",
  use,
);
export const ResealedResponse = responseOf("ResealedResponse", "What is left to do.", {
  resealed: integer("How many values this request moved."),
  ...use,
});

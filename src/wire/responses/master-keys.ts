import * as z from "zod";
import { documented, named } from "../published.ts";
import { integer, responseOf, text } from "./envelope.ts";

export const MasterKey = named(
  "MasterKey",
  z.object({
    id: text("The first eight hex digits of the key's SHA-256."),
    status: documented(
      {
        description:
          "`current` seals; `old` only opens; `missing` is not in `MASTER_KEY`, so its values cannot be read.",
      },
      z.enum(["current", "old", "missing"]),
    ),
    values: integer("How many values are sealed under it."),
  }),
);
const use = {
  master_keys: z.array(MasterKey),
  remaining: integer("Values under old keys. An old key can be removed from `MASTER_KEY` at 0."),
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

import * as z from "zod";
import { exportCursor } from "../shared/cursor.ts";
import { documented, named } from "../shared/published.ts";

export const ExportQuery = z
  .object({
    cursor: documented(
      { description: "The next_cursor in the last line of the part before." },
      z.string().max(200).optional(),
    ),
  })
  .transform(({ cursor }, context) => ({ cursor: exportCursor.read(cursor, context) }));

export const EraseMerchantBody = named(
  "EraseMerchant",
  z.object({
    confirm: documented({ description: "The id of the merchant: an erasure cannot be undone." }, z.string()),
  }),
);

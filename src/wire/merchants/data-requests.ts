import * as z from "zod/mini";
import { exportCursor } from "../shared/cursor.ts";
import { documented, named } from "../shared/published.ts";

export const ExportQuery = z.pipe(
  z.object({
    cursor: documented(
      { description: "The next_cursor in the last line of the part before." },
      z.optional(z.string().check(z.maxLength(200))),
    ),
  }),
  z.transform(({ cursor }, { issues }) => ({ cursor: exportCursor.read(cursor, issues) })),
);

export const EraseMerchantBody = named(
  "EraseMerchant",
  z.object({
    confirm: documented({ description: "The id of the merchant: an erasure cannot be undone." }, z.string()),
  }),
);

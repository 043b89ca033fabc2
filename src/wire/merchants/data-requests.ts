import * as z from "zod";
import { documented, named } from "../shared/published.ts";
import { parseExportCursor } from "./export-cursor.ts";

export const ExportQuery = z
  .object({
    cursor: documented(
      { description: "The next_cursor in the last line of the part before." },
      z.string().max(200).optional(),
    ),
  })
  .transform(({ cursor: text }, context) => {
    const cursor = text === undefined ? null : parseExportCursor(text);
    if (text !== undefined && cursor === null) {
      context.addIssue({ code: "custom", path: ["cursor"], message: "must be a next_cursor of an export" });
    }
    return { cursor };
  });

export const EraseMerchantBody = named(
  "EraseMerchant",
  z.object({
    confirm: documented({ description: "The id of the merchant: an erasure cannot be undone." }, z.string()),
  }),
);

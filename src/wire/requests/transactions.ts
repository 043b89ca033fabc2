import * as z from "zod";
import { documented } from "../published.ts";
import { PageQuery } from "./fields.ts";

export const TransactionsQuery = PageQuery.extend({
  merchant_id: documented(
    {
      type: "string",
      description: "For administrators: the UUID of the merchant they mean. Ignored for everyone else.",
    },
    z.unknown().optional(),
  ),
});

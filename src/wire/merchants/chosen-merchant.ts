import * as z from "zod/mini";
import { documented } from "../shared/published.ts";

export const ChosenMerchantId = documented(
  {
    type: "string",
    description: "For administrators: the UUID of the merchant they mean. Ignored for everyone else.",
  },
  z.optional(z.unknown()),
);

export const ChosenMerchantQuery = z.object({ merchant_id: ChosenMerchantId });

// What a merchant's dashboard manages: its settings and users.
import * as z from "zod";
import { named } from "../published.ts";
import { responseOf, text } from "./envelope.ts";

export const MerchantSettings = named(
  "MerchantSettings",
  z.object({ time_zone: text("IANA; whose days the totals and the payments by day are of.") }),
);

export const MerchantSettingsResponse = responseOf(
  "MerchantSettingsResponse",
  "The settings as they now stand.",
  { settings: MerchantSettings },
);

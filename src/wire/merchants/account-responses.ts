// What a merchant's dashboard manages: its settings and users.
import * as z from "zod/mini";
import { MerchantRole } from "../shared/enums.ts";
import { integer, nullable, responseOf, text, time, uuid } from "../shared/envelope.ts";
import { documented, named } from "../shared/published.ts";

export const MerchantSettings = named(
  "MerchantSettings",
  z.object({ time_zone: text("IANA; whose days the totals and the payments by day are of.") }),
);

export const MerchantSettingsResponse = responseOf(
  "MerchantSettingsResponse",
  "The settings as they now stand.",
  { settings: MerchantSettings },
);

export const MerchantUser = named(
  "MerchantUser",
  z.object({
    id: uuid("The `sub` of the user's tokens."),
    email: z.string(),
    role: MerchantRole,
    is_enabled: documented(
      { description: "False for one who cannot sign in, such as one whom an administrator has disabled." },
      z.boolean(),
    ),
    created_at: nullable(time()),
  }),
);

export const MerchantUsersResponse = responseOf("MerchantUsersResponse", "All dashboard users.", {
  users: z.array(MerchantUser),
});
export const MerchantUserResponse = responseOf("MerchantUserResponse", "The user as it now stands.", {
  user: MerchantUser,
});
export const MerchantUserInvitedResponse = responseOf("MerchantUserInvitedResponse", "The new user.", {
  user: MerchantUser,
  setup_url: nullable(
    z.string(),
    "Where the user sets a password, within 72 hours; null when the identity provider mails the link.",
  ),
});

const money = {
  amount_minor: integer("In minor units, exactly."),
  amount_decimal: text("With all decimals of the currency, exactly."),
};
const sums = {
  currency: z.string(),
  paid: z.object({ count: integer(), ...money }),
  refunded: z.object({ count: integer(), ...money }),
  net: documented({ description: "Paid without refunded; can be negative." }, z.object(money)),
};
export const Total = named("Total", z.object(sums));
export const CounterTotal = named(
  "CounterTotal",
  z.object({ counter_id: nullable(uuid(), "Null for what was paid at no counter."), ...sums }),
);
export const TotalsResponse = responseOf("TotalsResponse", "The totals of the days.", {
  from: documented({ format: "date" }, z.string()),
  to: documented({ format: "date" }, z.string()),
  time_zone: z.string(),
  totals: z.array(Total),
  counters: z.array(CounterTotal),
});

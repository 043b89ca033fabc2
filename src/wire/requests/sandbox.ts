import * as z from "zod";
import { SIMULATED_ACTIONS } from "../../domain/simulation.ts";
import { documented, named } from "../published.ts";
import { Currency, readCurrency, readMoney } from "./money.ts";

const Balance = documented(
  { description: "What the wallet holds at first, in major units.", minimum: 0, maximum: 999999999.99 },
  z.number(),
);

/** A wallet may be empty: someone has to be short of money. */
export const WalletBody = named(
  "CreateSandboxWallet",
  z
    .object({ name: z.string().max(200).nullish(), currency: Currency, balance: Balance })
    .transform((body, context) => {
      if (body.balance === 0) {
        const known = readCurrency(body, context);
        return known === null ? z.NEVER : { currency: known.currency, balanceMinor: 0 };
      }
      const money = readMoney({ amount: body.balance, currency: body.currency }, context, "balance");
      return money === null ? z.NEVER : { currency: money.currency, balanceMinor: money.amountMinor };
    }),
);

export const SimulateBody = named("Simulate", z.object({ action: z.enum(SIMULATED_ACTIONS) }));

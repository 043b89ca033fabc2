import * as z from "zod/mini";
import { SIMULATED_ACTIONS } from "../../domain/simulation.ts";
import { text } from "../shared/fields.ts";
import { Currency, codeOf, moneyCheck, readMoney } from "../shared/money.ts";
import { documented, named } from "../shared/published.ts";

const Balance = documented(
  { description: "What the wallet holds at first, in major units.", minimum: 0, maximum: 999999999.99 },
  z.number(),
);

/** A wallet may be empty, to try what happens then. */
export const WalletBody = named(
  "CreateSandboxWallet",
  z.pipe(
    z
      .object({ name: z.nullish(text(200)), currency: Currency, balance: Balance })
      .check(moneyCheck("balance", { allowsZero: true })),
    z.transform(({ balance, currency }) => {
      if (balance === 0) return { currency: codeOf(currency), balanceMinor: 0 };
      const money = readMoney({ amount: balance, currency });
      return { currency: money.currency, balanceMinor: money.amountMinor };
    }),
  ),
);

export const SimulateBody = named("Simulate", z.object({ action: z.enum(SIMULATED_ACTIONS) }));

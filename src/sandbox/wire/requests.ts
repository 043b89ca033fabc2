import * as z from "zod/mini";
import { SIMULATED_ACTIONS } from "#core/domain/simulation.ts";
import { parseId, text } from "#core/wire/shared/fields.ts";
import { amountField, Currency, codeOf, minorOf, moneyCheck } from "#core/wire/shared/money.ts";
import { documented, named, requestOf } from "#core/wire/shared/openapi-notes.ts";
import { PLAYGROUND_FAULTS } from "#sandbox/domain/playground.ts";

const Balance = amountField("What the wallet holds at first, in major units.");

/** A wallet may be empty, to try what happens then. */
export const WalletBody = named(
  "CreateSandboxWallet",
  z.pipe(
    z
      .object({ name: z.nullish(text(200)), currency: Currency, balance: Balance })
      .check(moneyCheck("balance", { allowsZero: true })),
    z.transform(fundsOf),
  ),
);

/** What one tap makes when the page asks for nothing else. */
export const WalletSessionBody = z.pipe(
  z
    .object({ currency: Currency, balance: z._default(Balance, 100) })
    .check(moneyCheck("balance", { allowsZero: true })),
  z.transform(fundsOf),
);

function fundsOf({ balance, currency }: { balance: number; currency?: string | null | undefined }) {
  const code = codeOf(currency);
  return { currency: code, balanceMinor: minorOf(balance, code) };
}

export const SimulateBody = requestOf("Simulate", { action: z.enum(SIMULATED_ACTIONS) });

export const FaultsBody = requestOf("SetSandboxFaults", {
  faults: documented(
    "What goes wrong from now on, for an hour. An empty list ends all of it.",
    z.pipe(
      z.array(z.enum(PLAYGROUND_FAULTS)).check(z.maxLength(100)),
      z.transform((faults) => [...new Set(faults)]),
    ),
  ),
});

const MINUTES_MAX = 30 * 24 * 60;

export const ClockBody = requestOf("AdvanceSandboxClock", {
  minutes: documented(
    "How much later it is to be for this merchant.",
    z.int().check(z.minimum(1), z.maximum(MINUTES_MAX)),
  ),
});

export const InboxQuery = z.pipe(
  z.object({
    after: documented(
      { description: "Only what came after the message with this id.", format: "uuid" },
      z.optional(z.string()),
    ),
  }),
  z.transform(({ after }, { issues }) => {
    const id = after === undefined ? null : parseId(after);
    if (after !== undefined && id === null)
      issues.push({ code: "custom", input: after, path: ["after"], message: "must be a message's id" });
    return { after: id };
  }),
);

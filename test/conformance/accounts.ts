// Where the test accounts come from: the ledger opens as many as are asked for, or the operator names two of them.
import { exactDecimalText } from "#core/domain/money.ts";
import { demand, Skipped } from "./demand.ts";
import type { LedgerUnderTest } from "./ledger-under-test.ts";
import { type Holdings, Pair } from "./pair.ts";

export interface Accounts {
  /** A wallet that holds at least so much, exactly so much where the ledger opens accounts, and a merchant. */
  pair(amountMinor: number): Promise<Pair>;
  /** Has another currency, which only an account of its own can have. */
  pairIn(currency: string, amountMinor: number): Promise<Pair>;
  /** Settles the run's debts. Throws Unmet when an account does not hold what it held before. */
  giveBack(): Promise<void>;
  /** Every pair that was handed out, with what it held. */
  readonly used: { pair: Pair; before: Holdings; transactions: number }[];
}

/** Opens them with `POST /v1/accounts`. Each pair is new, so that no requirement can disturb another. */
export class OpenedAccounts implements Accounts {
  readonly used: Accounts["used"] = [];
  readonly #ledger: LedgerUnderTest;
  readonly #currency: string;

  constructor(ledger: LedgerUnderTest, currency: string) {
    this.#ledger = ledger;
    this.#currency = currency;
  }

  async pair(amountMinor: number): Promise<Pair> {
    return await this.pairIn(this.#currency, amountMinor);
  }

  async pairIn(currency: string, amountMinor: number): Promise<Pair> {
    const wallet = crypto.randomUUID();
    const opening_balance = exactDecimalText(amountMinor, currency);
    const body = { account_id: wallet, currency, opening_balance };
    const { status } = await this.#ledger.call("POST", "/v1/accounts", { body });
    demand(status === 200 || status === 201, "200 or 201 when opening a test account", status);
    const pair = new Pair(this.#ledger, wallet, crypto.randomUUID(), currency);
    await note(this.used, pair);
    return pair;
  }

  giveBack(): Promise<void> {
    return Promise.reject(new Skipped("the run has opened accounts of its own"));
  }
}

/** Gives every requirement the same two accounts. They hold what they held when the suite ends. */
export class GivenAccounts implements Accounts {
  readonly used: Accounts["used"] = [];
  readonly #pair: Pair;

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  async pair(amountMinor: number): Promise<Pair> {
    if (this.used.length === 0) await note(this.used, this.#pair);
    if ((await this.#pair.holdings()).wallet < amountMinor) await this.#settleDebts();
    if ((await this.#pair.holdings()).wallet >= amountMinor) return this.#pair;
    const needed = exactDecimalText(amountMinor, this.#pair.currency);
    throw new Skipped(`the account with money has less than ${needed} ${this.#pair.currency}`);
  }

  async giveBack(): Promise<void> {
    await this.#settleDebts();
    for (const { pair, before } of this.used) await pair.demandMoved(before, 0, "at the end");
  }

  async #settleDebts(): Promise<void> {
    for (const { pair, before } of this.used) {
      const owed = before.wallet - (await pair.holdings()).wallet;
      if (owed > 0) await pair.giveBack(owed);
    }
  }

  pairIn(currency: string): Promise<Pair> {
    return Promise.reject(
      new Skipped(`needs an account in ${currency}, which only --open-accounts provides`),
    );
  }
}

async function note(used: Accounts["used"], pair: Pair): Promise<void> {
  const transactions = await pair.ledger.countTransactions(pair.wallet);
  used.push({ pair, before: await pair.holdings(), transactions });
}

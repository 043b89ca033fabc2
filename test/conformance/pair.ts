// A wallet and a merchant between which a requirement moves money.

import { demand } from "./demand.ts";
import type { LedgerUnderTest } from "./ledger-under-test.ts";
import { altered, newTransfer, type Transfer } from "./transfers.ts";

export interface Holdings {
  wallet: number;
  merchant: number;
}

export class Pair {
  readonly ledger: LedgerUnderTest;
  readonly wallet: string;
  readonly merchant: string;
  readonly currency: string;

  constructor(ledger: LedgerUnderTest, wallet: string, merchant: string, currency: string) {
    this.ledger = ledger;
    this.wallet = wallet;
    this.merchant = merchant;
    this.currency = currency;
  }

  payment(amountMinor: number, fields: Partial<Transfer["body"]> = {}): Transfer {
    const { wallet, merchant, currency } = this;
    const details = { fromAccountId: wallet, toAccountId: merchant, amountMinor, currency };
    return altered(newTransfer({ kind: "payment", ...details }), fields);
  }

  refund(amountMinor: number, fields: Partial<Transfer["body"]> = {}): Transfer {
    const { wallet, merchant, currency } = this;
    const details = { fromAccountId: merchant, toAccountId: wallet, amountMinor, currency };
    return altered(newTransfer({ kind: "refund", ...details }), fields);
  }

  async holdings(): Promise<Holdings> {
    const [wallet, merchant] = await Promise.all(
      [this.wallet, this.merchant].map((account) => this.ledger.balanceOf(account, this.currency)),
    );
    return { wallet: wallet ?? 0, merchant: merchant ?? 0 };
  }

  /** That exactly so much has moved from the wallet to the merchant; negative for the other direction. */
  async demandMoved(before: Holdings, amountMinor: number, after = "then"): Promise<void> {
    const now = await this.holdings();
    const moved = { wallet: before.wallet - now.wallet, merchant: now.merchant - before.merchant };
    demand(
      moved.wallet === amountMinor && moved.merchant === amountMinor,
      `${after} ${amountMinor} minor units less in the wallet and more at the merchant`,
      `${moved.wallet} less and ${moved.merchant} more`,
    );
  }

  /** A payment that has settled. */
  async pay(amountMinor: number): Promise<void> {
    const transaction = await this.ledger.settled(await this.ledger.accept(this.payment(amountMinor)));
    demand(transaction.status === "completed", "a completed payment", transaction);
  }

  /** A refund that has settled. */
  async giveBack(amountMinor: number): Promise<void> {
    const transaction = await this.ledger.settled(await this.ledger.accept(this.refund(amountMinor)));
    demand(transaction.status === "completed", "a completed refund", transaction);
  }
}

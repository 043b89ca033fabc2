// A payment and its refund, with the client that the service itself uses: to an account of its own, as a merchant's first
// payment goes.
import { setTimeout as sleep } from "node:timers/promises";
import type { IntentTransferKind, LedgerTransfer, TransferResult } from "../../core/domain/ledger.ts";
import type { Ledger } from "../../core/domain/ports/ledger.ts";
import { ledgerClientOf } from "../../main/ledger-client-of.ts";

const SETTLEMENT_TIME_MAX_MS = 60_000;
const POLL_MS = 200;
const AMOUNT_MINOR = 1;

export interface Rehearsal {
  account: string;
  currency: string;
}

/** A payment that has settled is refunded, whatever is seen between. Throws when a transfer fails. */
export async function rehearse(
  { url, token, isFormance }: { url: string; token: string; isFormance: boolean },
  { account, currency }: Rehearsal,
): Promise<string | null> {
  const create = ledgerClientOf(isFormance ? "formance" : "contract");
  const ledger = create({ fetch, baseUrl: url, tokens: [token] });
  const [merchant, paymentIntentId] = [crypto.randomUUID(), crypto.randomUUID()];
  const move = (kind: IntentTransferKind, fromAccountId: string, toAccountId: string) =>
    settle(ledger, {
      ...{ kind, fromAccountId, toAccountId, amountMinor: AMOUNT_MINOR, currency },
      ...{ key: `${kind}:${paymentIntentId}:1`, description: "Rehearsal", paymentIntentId },
    });
  const before = await balanceOf(ledger, account, currency);
  const faultAfter = async (what: string, paidMinor: number) => {
    const lessMinor = before - (await balanceOf(ledger, account, currency));
    const moreMinor = await balanceOf(ledger, merchant, currency);
    return lessMinor === BigInt(paidMinor) && moreMinor === BigInt(paidMinor)
      ? null
      : `after the ${what} the account has ${lessMinor} minor units less and the merchant ${moreMinor} more, not ${paidMinor}`;
  };
  await move("payment", account, merchant);
  let fault: string | null;
  try {
    fault = await faultAfter("payment", AMOUNT_MINOR);
  } finally {
    await move("refund", merchant, account);
  }
  return fault ?? (await faultAfter("refund", 0));
}

/** Sent again under the same key while its result is unknown, less and less often. */
async function settle(ledger: Ledger, transfer: LedgerTransfer): Promise<void> {
  const deadline = Date.now() + SETTLEMENT_TIME_MAX_MS;
  let backoff = POLL_MS;
  let result = await ledger.transfer(transfer);
  while (result.outcome !== "settled") {
    if (result.outcome === "declined")
      throw new Error(`expected an accepted ${transfer.kind}, saw a decline: ${result.reason}`);
    if (result.outcome === "rejected" || result.outcome === "key_taken")
      throw new Error(`the ledger refuses a ${transfer.kind}`);
    if (Date.now() > deadline)
      throw new Error(
        `the ${transfer.kind} ${transfer.key} was not settled within a minute: the log above says why`,
      );
    await sleep(result.outcome === "pending" ? POLL_MS : backoff);
    backoff *= result.outcome === "pending" ? 1 : 2;
    result = await next(ledger, transfer, result);
  }
}

async function next(
  ledger: Ledger,
  transfer: LedgerTransfer,
  result: TransferResult,
): Promise<TransferResult> {
  return result.outcome === "pending"
    ? await ledger.findTransfer(result.transactionId)
    : await ledger.transfer(transfer);
}

/** Zero for an account or currency that the ledger does not know. */
async function balanceOf(ledger: Ledger, accountId: string, currency: string): Promise<bigint> {
  const balances = (await ledger.findBalances(accountId)) ?? [];
  return balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0n;
}

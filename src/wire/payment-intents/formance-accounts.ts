// Accounts and assets as Formance Ledger names them: an address says what an account is, an asset its own decimals.
import * as z from "zod/mini";
import type { LedgerTransfer, TransferKind } from "../../domain/ledger.ts";
import { currencyExponent, formatAmount } from "../../domain/money.ts";
import type { AccountBalance } from "../../domain/ports/ledger.ts";

export const WALLETS = "wallets:";
export const MERCHANTS = "merchants:";
/** Declined keys are used up here, so that nothing of them is in the history of any other account. */
export const BURNED = "burned";

const PAYER_AND_PAYEE: Partial<Record<TransferKind, [payer: string, payee: string]>> = {
  payment: [WALLETS, MERCHANTS],
  refund: [MERCHANTS, WALLETS],
};

/** Null for ids that cannot be part of an address: with a colon, or empty, one would match the accounts of others. */
export function addressOf(prefix: string, id: string): string | null {
  return /^[\w-]{1,64}$/.test(id) ? prefix + id : null;
}

/** An id does not say whether it is a wallet's or a merchant's. */
export function addressesOf(id: string): string[] {
  return [WALLETS, MERCHANTS].flatMap((prefix) => addressOf(prefix, id) ?? []);
}

export function idOf(address: string): string {
  return address.slice(address.indexOf(":") + 1);
}

export interface Posting {
  source: string;
  destination: string;
  amount: number;
  asset: string;
}

/** Null when an account has no address, or the currency no asset. */
export function postingOf(transfer: LedgerTransfer): Posting | null {
  const [payer, payee] = PAYER_AND_PAYEE[transfer.kind] ?? [];
  if (payer === undefined || payee === undefined) return null;
  const source = addressOf(payer, transfer.fromAccountId);
  const destination = addressOf(payee, transfer.toAccountId);
  const asset = assetOf(transfer.currency);
  if (source === null || destination === null || asset === null) return null;
  return { source, destination, amount: transfer.amountMinor, asset };
}

/** Null for a currency that this service does not know. */
export function assetOf(currency: string): string | null {
  const exponent = currencyExponent(currency);
  return exponent === null ? null : `${currency}/${exponent}`;
}

/** As decimal text, with the decimals that the asset has: they need not be ours. */
export function readAmount(amount: number, asset: string): { amount: string; currency: string } {
  const [currency = "", exponent = "0"] = asset.split("/");
  return { amount: formatAmount(amount, Number(exponent)), currency };
}

export const accountJson = z.object({
  data: z.object({
    metadata: z.nullish(z.record(z.string(), z.unknown())),
    firstUsage: z.nullish(z.string()),
    volumes: z.nullish(z.record(z.string(), z.object({ balance: z.int() }))),
  }),
});

/** Of accounts together, by asset. */
export const aggregateReply = z.object({ data: z.record(z.string(), z.int()) });

/** Nobody opens accounts there. One exists once it has been used, or has been given metadata. Null if it does not. */
export function readAccount(body: unknown): AccountBalance[] | null {
  const { metadata, firstUsage, volumes } = accountJson.parse(body).data;
  const isKnown = Boolean(firstUsage) || Object.keys(metadata ?? {}).length > 0;
  return isKnown
    ? balancesIn(Object.entries(volumes ?? {}).map(([asset, { balance }]) => [asset, balance]))
    : null;
}

/** Only what this service can move: a wallet may hold other assets, which are no money here. */
export function balancesIn(volumes: (readonly [asset: string, amountMinor: number])[]): AccountBalance[] {
  return volumes.flatMap(([asset, amountMinor]) => {
    const { currency } = readAmount(0, asset);
    return assetOf(currency) === asset ? [{ currency, amountMinor }] : [];
  });
}

// Accounts and assets as Formance Ledger names them: an address says what an account is, an asset its own decimals.
import * as z from "zod/mini";
import {
  FLOAT_ACCOUNT_ID,
  type LedgerTotals,
  type LedgerTransfer,
  type TransferKind,
} from "#core/domain/ledger.ts";
import { currencyExponent, formatAmount } from "#core/domain/money.ts";
import type { AccountBalance } from "#core/domain/ports/ledger.ts";
import { exactInteger } from "#core/wire/shared/exact-integer.ts";

export const WALLETS = "wallets:";
export const MERCHANTS = "merchants:";
/** The float: the only account there that may be below zero. */
export const WORLD = "world";
/** Declined keys are used up here, so that nothing of them is in the history of any other account. */
export const BURNED = "burned";

const ANY = [WORLD, WALLETS, MERCHANTS];
const PAYER_AND_PAYEE: Record<TransferKind, [payers: string[], payees: string[]]> = {
  payment: [[WALLETS], [MERCHANTS]],
  refund: [[MERCHANTS], [WALLETS]],
  top_up: [[WORLD], [WALLETS]],
  pay_out: [[WALLETS], [WORLD]],
  adjustment: [ANY, ANY],
};

/** An id does not say whether it is a wallet's or a merchant's. With a colon, or empty, it would match the accounts of others. */
export function addressesOf(id: string, prefixes = ANY): string[] {
  if (id === FLOAT_ACCOUNT_ID) return prefixes.includes(WORLD) ? [WORLD] : [];
  const owners = prefixes.filter((prefix) => prefix !== WORLD);
  return /^[\w-]{1,64}$/.test(id) ? owners.map((prefix) => prefix + id) : [];
}

export function idOf(address: string): string {
  return address === WORLD ? FLOAT_ACCOUNT_ID : address.slice(address.indexOf(":") + 1);
}

export interface Posting {
  source: string;
  destination: string;
  amount: number;
  asset: string;
}

/** More than one where the transfer does not say what its account is; none where it is between others than it may be. */
export function postingsOf(transfer: LedgerTransfer): Posting[] {
  const { kind, fromAccountId, toAccountId, amountMinor: amount, currency } = transfer;
  const [payers, payees] = PAYER_AND_PAYEE[kind];
  const asset = assetOf(currency);
  if (asset === null) return [];
  const isMovement = [fromAccountId, toAccountId].filter((id) => id === FLOAT_ACCOUNT_ID).length === 1;
  if (kind === "adjustment" && !isMovement) return [];
  return addressesOf(fromAccountId, payers).flatMap((source) =>
    addressesOf(toAccountId, payees).map((destination) => ({ source, destination, amount, asset })),
  );
}

/** The account that must be known beforehand: that ledger would credit any that is named to it. */
export function requiredAccount(kind: TransferKind, { source, destination }: Posting): string | null {
  if (kind === "payment" || kind === "pay_out") return null;
  return destination === WORLD ? source : destination;
}

/** Returns null for a currency that this service does not know. */
function assetOf(currency: string): string | null {
  const exponent = currencyExponent(currency);
  return exponent === null ? null : `${currency}/${exponent}`;
}

/** The text has the decimals that the asset has: they need not be ours. */
export function readAmount(amount: bigint, asset: string): { amount: string; currency: string } {
  const [currency = "", exponent = "0"] = asset.split("/");
  return { amount: formatAmount(amount, Number(exponent)), currency };
}

export const accountJson = z.object({
  data: z.object({
    metadata: z.nullish(z.record(z.string(), z.unknown())),
    firstUsage: z.nullish(z.string()),
    volumes: z.nullish(z.record(z.string(), z.object({ balance: exactInteger }))),
  }),
});

/** The balances of accounts together, by asset. */
export const aggregateReply = z.object({ data: z.record(z.string(), exactInteger) });

/** Nobody opens accounts there. One exists once it has been used, or has been given metadata. Returns null if it does not. */
export function readAccount(body: unknown): AccountBalance[] | null {
  const { metadata, firstUsage, volumes } = accountJson.parse(body).data;
  const isKnown = Boolean(firstUsage) || Object.keys(metadata ?? {}).length > 0;
  return isKnown
    ? balancesIn(Object.entries(volumes ?? {}).map(([asset, { balance }]) => [asset, balance]))
    : null;
}

/** Only what this service can move: a wallet may hold other assets, which are no money here. */
export function balancesIn(volumes: (readonly [asset: string, amountMinor: bigint])[]): AccountBalance[] {
  return volumes.flatMap(([asset, amountMinor]) => {
    const { currency } = readAmount(0n, asset);
    return assetOf(currency) === asset ? [{ currency, amountMinor }] : [];
  });
}

/** Adds up by currency. The float is what is owed: what `world` lacks. Nothing is ever between two accounts. */
export function totalsOf(sums: Record<"wallets" | "merchants" | "world", AccountBalance[]>): LedgerTotals[] {
  const currencies = new Set(
    Object.values(sums).flatMap((balances) => balances.map(({ currency }) => currency)),
  );
  return [...currencies].map((currency) => {
    const sumOf = (balances: AccountBalance[]) =>
      balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0n;
    return {
      currency,
      floatMinor: -sumOf(sums.world),
      walletsMinor: sumOf(sums.wallets),
      merchantsMinor: sumOf(sums.merchants),
      inFlightMinor: 0n,
    };
  });
}

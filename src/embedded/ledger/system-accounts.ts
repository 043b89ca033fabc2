// The ledger's own accounts may go below zero, so no request may name one: it would make money from nothing.

const PREFIX = "system:";

export const FUNDING_ACCOUNT = `${PREFIX}funding`;

/** Holds refunds that are accepted and not settled: already gone from the merchant, not yet at the wallet. */
export const CLEARING_ACCOUNT = `${PREFIX}clearing`;

export function isSystemAccount(accountId: string): boolean {
  return accountId.startsWith(PREFIX);
}

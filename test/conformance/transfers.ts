// Transfers as the service sends them.
import { FLOAT_ACCOUNT_ID, type MovementTransferKind } from "#core/domain/ledger.ts";
import { presentTransfer } from "#core/wire/payment-intents/ledger.ts";
import type { ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import { demand, demandEqual } from "./demand.ts";

export interface Transfer {
  key: string;
  body: ReturnType<typeof presentTransfer>;
}

export interface TransferDetails {
  kind: "payment" | "refund";
  fromAccountId: string;
  toAccountId: string;
  amountMinor: number;
  currency: string;
}

export function newTransfer(details: TransferDetails, attempt = 1): Transfer {
  const paymentIntentId = crypto.randomUUID();
  const key = `${details.kind}:${paymentIntentId}:${attempt}`;
  const body = presentTransfer({ ...details, key, description: "Ledger conformance test", paymentIntentId });
  return { key, body };
}

/** Makes one that is a movement of its own: from the float, or to it. */
export function newMovement(
  kind: MovementTransferKind,
  direction: "in" | "out",
  { account, amountMinor, currency }: { account: string; amountMinor: number; currency: string },
): Transfer {
  const movementId = crypto.randomUUID();
  const key = `${kind}:${movementId}`;
  const accounts = direction === "in" ? [FLOAT_ACCOUNT_ID, account] : [account, FLOAT_ACCOUNT_ID];
  const [fromAccountId = "", toAccountId = ""] = accounts;
  const details = { kind, fromAccountId, toAccountId, amountMinor, currency };
  return {
    key,
    body: presentTransfer({ ...details, key, description: "Ledger conformance test", movementId }),
  };
}

/** Keeps the key and changes other fields. */
export function altered(transfer: Transfer, fields: Partial<Transfer["body"]>): Transfer {
  return { key: transfer.key, body: { ...transfer.body, ...fields } };
}

/** That it is the transaction of this transfer. */
export function demandTransactionOf({ body }: Transfer, transaction: ContractTransaction): void {
  for (const field of ["transaction_type", "from_account_id", "to_account_id", "currency"] as const)
    demandEqual(transaction[field], body[field], field);
  demand(isSameAmount(transaction.amount, body.amount), `amount ${body.amount}`, transaction.amount);
  demand((transaction.description ?? body.description) === body.description, body.description, transaction);
}

/** Trailing zeros are no difference. */
function isSameAmount(left: string, right: string): boolean {
  const plain = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  return plain(left) === plain(right);
}

// Transactions of Formance Ledger, as this service posts them and as its own contract presents them. What that ledger has no
// field for is in their metadata.
import * as z from "zod/mini";
import type { DeclineReason, LedgerTransfer } from "#core/domain/ledger.ts";
import { presentTransfer, type TransactionJson } from "#core/wire/payment-intents/ledger.ts";
import { exactInteger } from "#core/wire/shared/exact-integer.ts";
import { BURNED, idOf, type Posting, postingsOf, readAmount, WORLD } from "./formance-accounts.ts";

const formanceTransaction = z.object({
  id: z.int(),
  timestamp: z.string(),
  reference: z.nullish(z.string()),
  postings: z
    .array(z.object({ source: z.string(), destination: z.string(), amount: exactInteger, asset: z.string() }))
    .check(z.minLength(1)),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type FormanceTransaction = z.output<typeof formanceTransaction>;
type PostedPosting = FormanceTransaction["postings"][number];

export const transactionReply = z.object({ data: formanceTransaction });
export const listReply = z.object({ cursor: z.object({ data: z.array(formanceTransaction) }) });

/** That ledger reads `007` as 7, and refuses a number that is too long. */
export function isTransactionId(id: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(id);
}

/** The reference is unique in the ledger for ever; its idempotency keys need not be. */
export function presentPosting(transfer: LedgerTransfer, posting: Posting) {
  const { transaction_type, description, metadata } = presentTransfer(transfer);
  return {
    reference: transfer.key,
    postings: [posting],
    metadata: { transaction_type, description, ...metadata },
  };
}

/**
 * Uses up the key of a declined transfer, because the ledger does not remember declines: nothing moves, and a late attempt
 * meets a reference that is taken. Its metadata says what was declined.
 */
export function presentBurn(transfer: LedgerTransfer, { asset }: Posting, reason: DeclineReason) {
  const { metadata, ...declined } = presentTransfer(transfer);
  const posting: Posting = { source: WORLD, destination: BURNED, amount: 0, asset };
  return {
    reference: transfer.key,
    postings: [posting],
    metadata: { ...declined, ...metadata, failure_reason: reason },
  };
}

const burnMetadata = z.object({
  transaction_type: z.string(),
  from_account_id: z.string(),
  to_account_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  description: z.string(),
  failure_reason: z.string(),
});

/** What was declined; null for any other transaction. */
export function readBurn({ id, timestamp, postings, metadata }: FormanceTransaction): TransactionJson | null {
  const [posting] = postings;
  const declined = burnMetadata.safeParse(metadata).data;
  if (declined === undefined || posting?.destination !== BURNED || posting.amount !== 0n) return null;
  const own = { transaction_id: String(id), status: "failed", metadata: metadata ?? {} };
  return { ...declined, ...own, created_at: timestamp };
}

/** Only others make several postings: then it reads the one that touches one of the accounts. */
export function readPosted(transaction: FormanceTransaction, addresses: readonly string[] = []) {
  const { id, timestamp, postings } = transaction;
  const { transaction_type, description, ...metadata } = transaction.metadata ?? {};
  const touches = ({ source, destination }: PostedPosting) =>
    addresses.includes(source) || addresses.includes(destination);
  const posting = (postings.find(touches) ?? postings[0]) as PostedPosting;
  const isForeign = postings.length > 1 || typeof transaction_type !== "string";
  return {
    transaction_id: String(id),
    transaction_type: isForeign ? "transfer" : transaction_type,
    status: "completed",
    ...readAmount(posting.amount, posting.asset),
    from_account_id: idOf(posting.source),
    to_account_id: idOf(posting.destination),
    description: typeof description === "string" ? description : "",
    metadata,
    created_at: timestamp,
    completed_at: timestamp,
  } satisfies TransactionJson;
}

/** Exactly what was asked for: a reference alone could be anybody's. */
export function isTransfer({ postings }: FormanceTransaction, transfer: LedgerTransfer): boolean {
  const [posting, ...others] = postings;
  return (
    others.length === 0 &&
    postingsOf(transfer).some(
      (wanted) =>
        posting?.source === wanted.source &&
        posting.destination === wanted.destination &&
        posting.amount === BigInt(wanted.amount) &&
        posting.asset === wanted.asset,
    )
  );
}

/** That exactly this was declined. */
export function isDeclineOf(declined: TransactionJson, transfer: LedgerTransfer): boolean {
  const { metadata, ...wanted } = presentTransfer(transfer);
  return Object.entries(wanted).every(([name, value]) => declined[name as keyof TransactionJson] === value);
}

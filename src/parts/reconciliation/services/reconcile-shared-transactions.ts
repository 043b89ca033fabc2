import { listClaims } from "#core/db/payment-intents/claimed-transactions.ts";
import type { Finding } from "#core/domain/reconciliation/reconciliation.ts";
import {
  type Check,
  type CheckContext,
  startOf,
} from "#core/services/reconciliation/reconciliation-check.ts";
import { compareTexts } from "#core/shards/merge-pages.ts";
import { findInShards, isSpread, readEach, type Shards } from "#core/shards/shards.ts";
import {
  findComparedIntents,
  listSharedTransactions,
  listTransactions,
  type RecordedTransaction,
  type TransactionRange,
} from "../db/reconciled-intents.ts";

/** Each is a few queries, one after another, of a merchant's payments and refunds of the period. */
const MERCHANTS_PER_PAGE = 30;
/** How many are read from a shard at once, and from all of them. */
const TRANSACTIONS_PER_PAGE = 2_000;
const TRANSACTIONS_AT_ONCE = 20_000;

/** The position is (merchant, last transaction). */
export const checkSharedTransactions: Check = async (context, after) => {
  const { from, to } = context;
  const findings: Finding[] = [];
  let position = after.key === "" ? await startOf(context, "") : after;
  for (let read = 0; read < MERCHANTS_PER_PAGE && position !== null; ) {
    const room = context.room - findings.length;
    if (room === 0) break;
    const { key: merchantId, id } = position;
    // One that is spread makes a page by itself.
    read += isSpread(context.deps.shards.ofMerchant(merchantId)) ? MERCHANTS_PER_PAGE : 1;
    const { shared, next } = await readShared(context, merchantId, { from, to, after: id }, room);
    findings.push(...shared.map((transaction) => findingOf(merchantId, transaction)));
    position = next === null ? await startOf(context, merchantId) : { at: 0, key: merchantId, id: next };
  }
  return { findings, next: position };
};

function findingOf(merchantId: string, { transactionId, intentIds, since }: RecordedTransaction): Finding {
  const [paymentIntentId = ""] = intentIds;
  const found = `the ledger's transaction is recorded for several payment intents: ${intentIds.join(", ")}`;
  return { kind: "transaction_shared", since, found, merchantId, paymentIntentId, transactionId };
}

interface SharedPage {
  shared: RecordedTransaction[];
  /** The last transaction that was read; null at the end of the merchant's. */
  next: string | null;
}

async function readShared(
  { deps: { shards } }: CheckContext,
  merchantId: string,
  range: TransactionRange,
  room: number,
): Promise<SharedPage> {
  const asked = shards.ofMerchant(merchantId);
  // One shard finds them by itself, and returns only those.
  if (asked.length === 1) {
    const shared = await listSharedTransactions(shards.home, merchantId, range, room);
    return sharedPage(shared, room, null);
  }
  const limit = Math.min(TRANSACTIONS_PER_PAGE, Math.ceil(TRANSACTIONS_AT_ONCE / asked.length));
  const lists = await readEach(asked, (shard) => listTransactions(shard, merchantId, range, limit));
  // What a full list has further on comes before what is behind its end in the others.
  const ends = lists.flatMap((list) => list[limit - 1]?.transactionId ?? []);
  const [end = null] = ends.sort(compareTexts);
  const read = lists.flat().filter(({ transactionId }) => end === null || transactionId <= end);
  const ofTransaction = Map.groupBy(await withClaimed(shards, read), ({ transactionId }) => transactionId);
  const all = [...ofTransaction.values()].map(combined).filter(({ intentIds }) => intentIds.length > 1);
  all.sort((one, other) => compareTexts(one.transactionId, other.transactionId));
  return sharedPage(all, room, end);
}

/** Adds those of which an administrator has claimed one, whenever their intents were created. */
async function withClaimed(
  shards: Shards,
  read: readonly RecordedTransaction[],
): Promise<RecordedTransaction[]> {
  const claims = await listClaims(
    shards.home,
    read.map(({ transactionId }) => transactionId),
  );
  const ids = claims.map(({ intentId }) => intentId);
  const intents = await findInShards(ids, (id) => shards.of(id), findComparedIntents);
  const claimed = claims.flatMap(({ transactionId, intentId }) => {
    const intent = intents.get(intentId);
    const isRecorded =
      intent !== undefined && [intent.paymentLedgerTxId, intent.refundLedgerTxId].includes(transactionId);
    return isRecorded ? [{ transactionId, intentIds: [intentId], since: intent.updatedAt }] : [];
  });
  return [...read, ...claimed];
}

function combined(rows: readonly RecordedTransaction[]): RecordedTransaction {
  return {
    transactionId: rows[0]?.transactionId ?? "",
    intentIds: [...new Set(rows.flatMap(({ intentIds }) => intentIds))],
    since: Math.max(...rows.map(({ since }) => since)),
  };
}

/** `end`: the last transaction that was read, shared or not; null at the end of the merchant's. */
function sharedPage(found: readonly RecordedTransaction[], room: number, end: string | null): SharedPage {
  const shared = found.slice(0, room);
  return { shared, next: found.length < room ? end : (shared.at(-1)?.transactionId ?? end) };
}

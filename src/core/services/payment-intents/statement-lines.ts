import type { Shard } from "#core/db/client.ts";
import { readCounterNames } from "#core/db/counters/counters.ts";
import {
  listStatementLineKeys,
  type MovedIntent,
  readMovedIntents,
  type StatementLineKey,
} from "#core/db/payment-intents/statement-lines.ts";
import { NO_REFUND_TEXTS } from "#core/domain/payment-intents/payment-intent.ts";
import type { StatementLine, StatementLines } from "#core/domain/payment-intents/statement-line.ts";
import type { Days } from "#core/domain/payment-intents/totals.ts";
import { ok, type Result } from "#core/domain/result.ts";
import { chunksOf } from "#core/lib/chunks.ts";
import { numberOf } from "#core/lib/numbers.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { compareTexts } from "#core/shards/merge-pages.ts";
import { findInShards, readEach } from "#core/shards/shards.ts";
import { readMerchantDays } from "./totals.ts";

/**
 * A page takes at most three of the 1,000 queries that D1 allows an invocation, and two subrequests in each cell for each PAGE that
 * it has of it; the list takes one more. The more cells, the longer a page is, because they are asked with each.
 */
export const BOOKINGS_MAX = 50_000;
const PAGE = 500;
const PER_SHARD = 30;

/**
 * The payments and refunds that `readTotals` adds up. One statement in each shard says which they are, so that they are of
 * one moment, however long the pages take. Null when there are more than BOOKINGS_MAX. Days null: today.
 */
export async function readStatementLines(
  deps: Dependencies,
  merchantId: string,
  days: Days | null,
): Promise<Result<StatementLines | null, Refusal>> {
  const read = await readMerchantDays(deps, merchantId, days);
  if (!read.ok) return read;
  const { from, to, timeZone, range } = read.value;
  const shards = deps.shards.ofMerchant(merchantId);
  let count = 0;
  const list = async (shard: Shard) => {
    if (count > BOOKINGS_MAX) return [];
    const keys = await listStatementLineKeys(shard, merchantId, range, BOOKINGS_MAX + 1);
    count += keys.length;
    return keys;
  };
  const found = await readEach(shards, list, BOOKINGS_MAX);
  if (count > BOOKINGS_MAX) return ok(null);
  const keys = found.flat().sort(oldestFirst);
  return ok({ from, to, timeZone, pages: pagesOf(deps, merchantId, keys) });
}

function oldestFirst(one: StatementLineKey, other: StatementLineKey): number {
  return (
    one.at - other.at || compareTexts(one.intentId, other.intentId) || compareTexts(one.kind, other.kind)
  );
}

async function* pagesOf(
  { db, shards }: Dependencies,
  merchantId: string,
  keys: readonly StatementLineKey[],
): AsyncGenerator<StatementLine[]> {
  const names = new Map<string, string>();
  const size = Math.max(PAGE, PER_SHARD * shards.ofMerchant(merchantId).length);
  for (const page of chunksOf(keys, size)) {
    const ids = [...new Set(page.map(({ intentId }) => intentId))];
    const intents = await findInShards(ids, shards.of, async (shard, all) => {
      const chunks = [...chunksOf(all, PAGE)];
      const found = await readEach(chunks, (some) => readMovedIntents(shard, merchantId, some), PAGE);
      return new Map(found.flatMap((rows) => [...rows]));
    });
    const counterIds = new Set([...intents.values()].flatMap(({ counterId }) => counterId ?? []));
    const unknown = [...counterIds].filter((id) => !names.has(id));
    for (const [id, name] of await readCounterNames(db, merchantId, unknown)) names.set(id, name);
    yield page.map((key) => {
      const intent = intents.get(key.intentId);
      // No file may be short without a word.
      if (intent === undefined)
        throw new Error(`the payment intent ${key.intentId} of a statement line is missing`);
      return statementLineOf(key, intent, names);
    });
  }
}

function statementLineOf(
  { kind, at }: StatementLineKey,
  { id, createdAt, paymentLedgerTxId, refundLedgerTxId, ...intent }: MovedIntent,
  names: ReadonlyMap<string, string>,
): StatementLine {
  const { amountMinor, currency, reference, description, counterId } = intent;
  const { refundReference, refundReason } = kind === "refund" ? intent : NO_REFUND_TEXTS;
  return {
    kind,
    at,
    intentId: id,
    number: numberOf({ createdAt, id }),
    transactionId: kind === "payment" ? paymentLedgerTxId : refundLedgerTxId,
    amountMinor,
    currency,
    reference,
    description,
    counterId,
    refundReference,
    refundReason,
    counterName: names.get(counterId ?? "") ?? null,
  };
}

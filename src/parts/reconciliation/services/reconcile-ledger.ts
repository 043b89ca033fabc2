// D1 against the ledger, both ways: the transactions of paid and refunded intents by their ids, and the history of each
// merchant's account. The ledger may be any that fulfils the contract.

import { isOfIntent, type LedgerTransaction } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { CheckPosition, Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { checkHistoryPage, isCompared } from "#core/services/reconciliation/account-history.ts";
import {
  type Check,
  type CheckContext,
  type CheckPage,
  findOrLog,
  pageOf,
  startOf,
} from "#core/services/reconciliation/reconciliation-check.ts";
import { findInShards } from "#core/shards/shards.ts";
import { findComparedIntents, listComparedIntents } from "../db/reconciled-intents.ts";
import {
  type ComparedIntent,
  type DatedTransfer,
  judgeIntent,
  judgeTransfer,
  type RecordedTransfer,
  reportedTransfer,
} from "../domain/recorded-transfer.ts";
import { readRecordedTransfer } from "../wire/recorded-transfer.ts";
import { findPayment } from "./ledger-history.ts";

/** Each is a call to the ledger. */
const PAYMENTS_PER_PAGE = 50;
/** Without its transaction's id, a payment is searched for in the history: up to thirty calls. */
const SEARCHES_PER_PAGE = 2;
/** Few of them are refunded. */
const INTENTS_PER_PAGE = 200;
/** Each is one or two calls to the ledger, one after another; merchants without transactions cost one as well. */
const HISTORY_PAGES_MAX = 30;

export const checkLedgerPayments = checkCompared("completed", PAYMENTS_PER_PAGE, judgePayment);
export const checkLedgerRefunds = checkCompared("refunded", INTENTS_PER_PAGE, judgeRefund);

function checkCompared(
  part: "completed" | "refunded",
  pageSize: number,
  judge: (context: CheckContext, intent: ComparedIntent) => Promise<Finding | null>,
): Check {
  return async (context, after) => {
    const { shard, from, to, room } = context;
    const listed = await listComparedIntents(shard, part, { from, to, after }, pageSize);
    const { intents, next } = part === "completed" ? untilSearches(listed) : listed;
    const examined = await Promise.all(
      intents.map(async (intent) => ({
        position: positionOf(intent),
        finding: isSettled(context, intent) ? await judge(context, intent) : null,
      })),
    );
    return pageOf(examined, room, next);
  };
}

/** Cuts the page where it would take more than SEARCHES_PER_PAGE searches for unknown transactions. */
function untilSearches({ intents, next }: { intents: ComparedIntent[]; next: CheckPosition | null }) {
  const unknown = intents.filter(({ paymentLedgerTxId }) => paymentLedgerTxId === null);
  const last = unknown[SEARCHES_PER_PAGE - 1];
  if (last === undefined || unknown.length === SEARCHES_PER_PAGE) return { intents, next };
  return { intents: intents.slice(0, intents.indexOf(last) + 1), next: positionOf(last) };
}

async function judgePayment({ deps }: CheckContext, intent: ComparedIntent): Promise<Finding | null> {
  const { paymentLedgerTxId, completedAt, updatedAt } = intent;
  const transfer =
    paymentLedgerTxId === null
      ? await findPayment(deps.ledger, { ...intent, completedAt: completedAt ?? updatedAt })
      : await readTransfer(deps.ledger, paymentLedgerTxId, intent.id);
  if (transfer === undefined) return null;
  return findingOf(intent, transfer, completedAt ?? updatedAt, "payment");
}

async function judgeRefund({ deps }: CheckContext, intent: ComparedIntent): Promise<Finding | null> {
  const { refundLedgerTxId, updatedAt } = intent;
  if (refundLedgerTxId === null) return null;
  const transfer = await readTransfer(deps.ledger, refundLedgerTxId, intent.id);
  return findingOf(intent, transfer, updatedAt, "refund");
}

/** A change of the last minutes may not be everywhere yet. */
function isSettled({ stuckBefore }: CheckContext, { updatedAt }: ComparedIntent): boolean {
  return updatedAt <= stuckBefore;
}

async function readTransfer(
  ledger: Ledger,
  transactionId: string,
  intentId: string,
): Promise<RecordedTransfer | null> {
  const report = await ledger.findById(transactionId);
  return report === null || !isOfIntent(report) ? null : reportedTransfer(report, intentId);
}

function findingOf(
  intent: ComparedIntent,
  transfer: RecordedTransfer | null,
  since: number,
  kind: RecordedTransfer["kind"],
): Finding | null {
  const disagreement = judgeIntent(intent, kind, transfer);
  if (disagreement === null) return null;
  const transactionId = kind === "payment" ? intent.paymentLedgerTxId : intent.refundLedgerTxId;
  return {
    ...disagreement,
    since,
    merchantId: intent.merchantId,
    paymentIntentId: intent.id,
    ...(transactionId === null ? {} : { transactionId }),
  };
}

function positionOf({ createdAt, merchantId, id }: ComparedIntent): CheckPosition {
  return { at: createdAt, key: merchantId, id };
}

/**
 * The position is (merchant, page, the last transaction seen); the page serves a ledger that does not read on from
 * a transaction. Page 0: where the period begins is not known.
 */
export const checkLedgerHistory: Check = async (context, after) => {
  const findings: Finding[] = [];
  let position = after.key === "" ? await startOf(context, "") : after;
  for (let pages = 0; pages < HISTORY_PAGES_MAX && position !== null; pages++) {
    const room = context.room - findings.length;
    if (room === 0) break;
    const { key: merchantId } = position;
    const page: CheckPage = await checkHistoryPage({ ...context, room }, position, judgeTransfers);
    findings.push(...page.findings);
    position = page.next ?? (await startOf(context, merchantId));
  }
  return { findings, next: position };
};

async function judgeTransfers(context: CheckContext, transactions: readonly LedgerTransaction[]) {
  const { deps } = context;
  const transfers = transactions.flatMap((one) => readRecordedTransfer(one) ?? []);
  const inPeriod = transfers.filter(({ createdAt }) => isCompared(context, createdAt));
  const ids = inPeriod.map(({ paymentIntentId }) => paymentIntentId);
  const intents = await findInShards(ids, (id) => deps.shards.of(id), findComparedIntents);
  return await Promise.all(
    inPeriod.map(async (transfer) => ({
      transfer,
      finding: await judgeHistory(context, transfer, intents.get(transfer.paymentIntentId) ?? null),
    })),
  );
}

/** Before D1 is said to lack something, the object is asked: it may have it, as after a restore. */
async function judgeHistory(
  context: CheckContext,
  transfer: DatedTransfer,
  intent: ComparedIntent | null,
): Promise<Finding | null> {
  const disagreement = judgeTransfer(transfer, intent);
  if (disagreement === null) return null;
  const { paymentIntentId, transactionId, createdAt: since, kind } = transfer;
  const merchantId = kind === "payment" ? transfer.toAccountId : transfer.fromAccountId;
  const about = { since, merchantId, paymentIntentId, transactionId };
  const current = await findOrLog(context, paymentIntentId);
  if (current === null || judgeTransfer(transfer, current) !== null) return { ...about, ...disagreement };
  return { ...about, kind: "database_behind", found: `the object has this ${kind}, D1 does not` };
}

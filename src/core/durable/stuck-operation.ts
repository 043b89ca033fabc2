// Notices operations that nobody but an operator can end.
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import type { IntentDocument } from "./intent-document.ts";

const STUCK_AFTER_MS = 60 * 60_000;
const REPEAT_AFTER_MS = 60 * 60_000;

/** Keeps the time since which the present operation has been in progress. */
export function withOperationAge(document: IntentDocument, now: number): IntentDocument {
  const key = document.intent.operation?.key;
  if (key === document.operationAge?.key) return document;
  return {
    ...document,
    operationAge: key === undefined ? null : { key, since: now, reportedAt: null, attemptedAt: now },
  };
}

/**
 * Logs an operation that has been without a result for an hour, and again every hour. One that the ledger has accepted
 * is not stuck: refunds may take days to settle.
 */
export function reportIfStuck(document: IntentDocument, now: number): IntentDocument {
  const { operationAge: age, intent } = document;
  const { operation } = intent;
  if (age === null || operation === null || now < age.since + STUCK_AFTER_MS) return document;
  if (operation.transactionId !== null && !operation.isRejected) return document;
  if (age.reportedAt !== null && now < age.reportedAt + REPEAT_AFTER_MS) return document;
  log("error", "ledger_operation_stuck", {
    intent_id: intent.id,
    operation_key: operation.key,
    since: isoTime(age.since),
    attempts: operation.attempts,
    is_rejected: operation.isRejected ?? false,
  });
  return { ...document, operationAge: { ...age, reportedAt: now } };
}

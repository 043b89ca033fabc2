// An operator ends an operation at a ledger that cannot void its key: no request is sent any more, and once the last one can no
// longer be executed, the operation is declined. A result that the ledger has meanwhile wins.
import { ARRIVES_WITHIN_MS } from "#core/domain/ledger.ts";
import type { DocumentStore } from "./document-store.ts";
import type { IntentDocument, OperationAge } from "./intent-document.ts";
import { withOperationAge } from "./stuck-operation.ts";

/** A call so soon after the commit that began it is not worth another. */
const SAME_ATTEMPT_MS = 5_000;

/** Has to run before the ledger is called: an instance that is evicted leaves its calls under way. */
export function noteAttempt(store: DocumentStore): void {
  const now = Date.now();
  changeAge(store, (age) =>
    Math.abs(now - age.attemptedAt) < SAME_ATTEMPT_MS ? age : { ...age, attemptedAt: now },
  );
}

export function isEnding({ document }: DocumentStore): boolean {
  return document?.operationAge?.isEnding === true;
}

/** How long the ledger may still execute the last request. */
export function mayArriveForMs({ document }: DocumentStore): number {
  const attemptedAt = document?.operationAge?.attemptedAt;
  return attemptedAt === undefined ? 0 : Math.max(0, attemptedAt + ARRIVES_WITHIN_MS - Date.now());
}

/** Returns true while the last request may still be executed: no more are sent then. A clock that was ahead adds nothing. */
export function beginEnding(store: DocumentStore, key: string): boolean {
  const now = Date.now();
  changeAge(store, (age) => ({ ...age, attemptedAt: Math.min(age.attemptedAt, now) }));
  if (store.document?.operationAge?.key !== key || mayArriveForMs(store) === 0) return false;
  changeAge(store, (age) => (age.isEnding ? age : { ...age, isEnding: true }));
  return true;
}

/** The ledger has a result, or cannot say whether: it is asked again, as its key can be used once only. */
export function cancelEnding(store: DocumentStore): void {
  changeAge(store, ({ isEnding, ...age }) => age);
}

function changeAge(store: DocumentStore, change: (age: OperationAge) => OperationAge): void {
  const { document } = store;
  if (document === null) return;
  const timed: IntentDocument = withOperationAge(document, Date.now());
  if (timed.operationAge === null) return;
  const operationAge = change(timed.operationAge);
  if (JSON.stringify(operationAge) !== JSON.stringify(document.operationAge))
    store.keep({ ...timed, operationAge });
}

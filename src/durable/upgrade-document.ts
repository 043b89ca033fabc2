// An object loads what an earlier release stored, or after a rollback a later one. Every stored document passes through
// here; no other file knows an older shape.
import { INITIAL_STATE, type PaymentIntent } from "../domain/payment-intent.ts";
import { DOCUMENT_SCHEMA, type IntentDocument } from "./intent-document.ts";

/** The fields that every release has stored. */
type FirstIntent = Omit<
  PaymentIntent,
  keyof typeof INITIAL_STATE | "fingerprint" | "returnUrl" | "createdBy"
> &
  Partial<PaymentIntent>;
export type StoredDocument = Omit<Partial<IntentDocument>, "intent"> &
  Pick<IntentDocument, "outbox" | "projectedVersion"> & { intent: FirstIntent };

/**
 * The document in today's shape, with every field that this code does not know. Null when a later release stored it in
 * a way that this one would misunderstand: it must then neither be used nor overwritten.
 */
export function upgrade(stored: StoredDocument): IntentDocument | null {
  if (stored.schema !== undefined && stored.schema > DOCUMENT_SCHEMA) return null;
  return {
    sent: [],
    alarmAt: null,
    drainFailures: 0,
    operationAge: null,
    unfinishedSince: null,
    ...stored,
    schema: DOCUMENT_SCHEMA,
    intent: { ...INITIAL_STATE, fingerprint: null, returnUrl: null, createdBy: null, ...stored.intent },
  };
}

// What reconciliation can find: work that is stuck, and records that disagree.
import { addInOrder, addRows, type Listed } from "#core/domain/open-list.ts";

declare global {
  /** The kinds of findings, which are all the parts'. */
  interface PartFindings {}
}

export type FindingKind = keyof PartFindings;

/** The checks in the order in which they run: what is stuck comes first, and the ledger, which may be down, last. */
export const CHECKS: string[] = [];

/** They are in the order of the OpenAPI document. */
export const FINDING_KINDS: FindingKind[] = [];

export interface FindingRow extends Listed {
  /** What the operator does. `{…}` stands for a member of the finding. */
  action: string;
}

const findings: Record<string, FindingRow> = {};

/** Called once, where the parts are composed. */
export function addFindings(ofParts: Record<FindingKind, FindingRow>): void {
  addInOrder(FINDING_KINDS, ofParts);
  addRows(findings, ofParts);
}

export function actionOn(kind: FindingKind): string {
  return findings[kind]?.action ?? "";
}

export interface Finding {
  kind: FindingKind;
  /** Since when it has been so, as far as is known. */
  since: number;
  /** What was found, for people. */
  found: string;
  merchantId?: string;
  paymentIntentId?: string;
  movementId?: string;
  eventId?: string;
  transactionId?: string;
}

/** Where a check continues. Each check says what the parts mean; all of them sort it by what comes first. */
export interface CheckPosition {
  at: number;
  key: string;
  id: string;
}

export const CHECK_START: CheckPosition = { at: 0, key: "", id: "" };

export interface CheckCursor {
  check: string;
  /** Where it continues. */
  place: string;
  position: CheckPosition;
}

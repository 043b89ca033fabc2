import type { Shard } from "#core/db/client.ts";
import { nextMerchant } from "#core/db/merchants/merchant-lists.ts";
import { addInOrder, addRows, type Listed } from "#core/domain/open-list.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { CHECKS, type CheckPosition, type Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

export interface CheckContext {
  deps: Dependencies;
  /** What the check is about; home for one that runs once. */
  shard: Shard;
  now: number;
  /** The period that records are compared for; what is stuck is found whenever it began. */
  from: number;
  to: number;
  /** Work that has been unfinished since before then is stuck. */
  stuckBefore: number;
  /** The most findings to return; at least one. */
  room: number;
}

export interface CheckPage {
  findings: Finding[];
  /** Where the check continues; null when it has seen everything. */
  next: CheckPosition | null;
}

/** Reads a bounded number of rows: a page without findings may have a next one. */
export type Check = (context: CheckContext, after: CheckPosition) => Promise<CheckPage>;

export interface CheckRow extends Listed {
  run: Check;
  /** Such a check is about no payments, or looks for the payments of a ledger's account wherever these are. */
  isRunOnce?: true;
}

const checks: Record<string, CheckRow> = {};

/** Called once, where the parts are composed. */
export function addChecks(ofParts: Record<string, CheckRow>): void {
  addInOrder(CHECKS, ofParts);
  addRows(checks, ofParts);
}

export function checkNamed(name: string): CheckRow {
  const check = checks[name];
  if (check === undefined) throw new Error(`the part with the check ${name} is not composed`);
  return check;
}

export interface Examined {
  position: CheckPosition;
  finding: Finding | null;
}

/** `rest` is where the check continues after all that was examined. */
export function pageOf(examined: readonly Examined[], room: number, rest: CheckPosition | null): CheckPage {
  const findings: Finding[] = [];
  for (const [index, { position, finding }] of examined.entries()) {
    if (finding === null) continue;
    findings.push(finding);
    const isLast = index === examined.length - 1;
    if (findings.length === room) return { findings, next: isLast ? rest : position };
  }
  return { findings, next: rest };
}

/** Checks a list in which nearly every row is a finding, read with the room as its limit. */
export function checkAll<Row>(
  list: (context: CheckContext, after: CheckPosition) => Promise<Row[]>,
  examine: (row: Row, context: CheckContext) => Examined | Promise<Examined>,
): Check {
  return async (context, after) => {
    const rows = await list(context, after);
    const found = await Promise.all(rows.map((row) => examine(row, context)));
    const last = found.at(-1);
    const isEnd = last === undefined || found.length < context.room;
    return pageOf(found, context.room, isEnd ? null : last.position);
  };
}

/** The first page of the next merchant; null after the last one. */
export async function startOf({ deps }: CheckContext, afterMerchant: string): Promise<CheckPosition | null> {
  const merchantId = await nextMerchant(deps.db, afterMerchant);
  return merchantId === null ? null : { at: 0, key: merchantId, id: "" };
}

/** Tells apart what is numbered or named in each shard anew. */
export function inCell({ shard: { name } }: Pick<CheckContext, "shard">): string {
  return name === HOME ? "" : ` in cell ${name}`;
}

/** What the object has; null when it fails. */
export async function findOrLog({ deps }: CheckContext, intentId: string): Promise<PaymentIntent | null> {
  try {
    return await deps.intents.find(intentId);
  } catch (error) {
    log("error", "reconcile_intent_failed", { intent_id: intentId, error });
    return null;
  }
}

export function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} minutes`;
}

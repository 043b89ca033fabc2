// What every check of the reconciliation is given, and what it returns.
import type { CheckPosition, Finding } from "../../domain/reconciliation.ts";
import type { Dependencies } from "../dependencies.ts";

export interface CheckContext {
  deps: Dependencies;
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

/** For a list in which everything is a finding, read with the room as its limit. */
export function pageOfAll(found: readonly { position: CheckPosition; finding: Finding }[], room: number) {
  const last = found.at(-1);
  return pageOf(found, room, last === undefined || found.length < room ? null : last.position);
}

export function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} minutes`;
}

// Plants faults in the evidence of a healthy chaos run, each once.
import { expect, it } from "vitest";
import { healthyEvidence } from "./chaos-evidence.ts";
import type { Disagreement, Evidence, Exchange, Stored } from "./judge/evidence.ts";
import { judge } from "./judge/judge.ts";

export const LOST = "00000000-0000-7000-8000-00000000000f";

export type Change = (evidence: Evidence) => Partial<Evidence>;
/** What went wrong, how it is planted, whose intent it is, and what the judge says. */
export type Fault = [string, Change, string | null, string];

export function find(change: Change): Disagreement[] {
  const evidence = healthyEvidence();
  return judge({ ...evidence, ...change(evidence) });
}

export function itFinds(faults: Fault[]): void {
  it.each(faults)("finds %s", (_, change, intentId, fault) => {
    expect(find(change)).toContainEqual({ intentId, fault: expect.stringContaining(fault) });
  });
}

export function stored(change: (stored: Stored) => Partial<Stored>): Change {
  return (evidence) => ({ stored: { ...evidence.stored, ...change(evidence.stored) } });
}

export function alsoSent(...more: Exchange[]): Change {
  return ({ exchanges }) => ({ exchanges: [...exchanges, ...more] });
}

export function amend<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  change: Partial<Row>,
): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}

export function without<Row extends { id: string }>(rows: readonly Row[], id: string): Row[] {
  return rows.filter((row) => row.id !== id);
}

// Checks a ledger or a wallet against every requirement, one after another.
import { Skipped, Unmet } from "./demand.ts";
import type { Requirement } from "./requirement.ts";
import { REQUIREMENTS } from "./requirements/all.ts";
import type { Scene } from "./scene.ts";

export interface Outcome {
  requirement: Pick<Requirement, "id" | "text">;
  result: "passed" | "failed" | "skipped";
  /** Why it was skipped, or what was expected and seen. */
  detail?: string;
}

/** `tell` gets each outcome as it is known. */
export async function checkConformance<In = Scene>(
  scene: In,
  tell: (outcome: Outcome) => void,
  requirements: readonly Requirement<In>[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const requirement of requirements) {
    const outcome = await outcomeOf(requirement, scene);
    tell(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function outcomeOf<In>(requirement: Requirement<In>, scene: In): Promise<Outcome> {
  try {
    await requirement.check(scene);
    return { requirement, result: "passed" };
  } catch (error) {
    if (error instanceof Skipped) return { requirement, result: "skipped", detail: error.message };
    if (error instanceof Unmet) return { requirement, result: "failed", detail: error.message };
    throw error;
  }
}

const WIDTH = Math.max(...REQUIREMENTS.map(({ id }) => id.length));

export function lineOf({ requirement: { id, text }, result, detail }: Outcome): string {
  const line = `${result.padEnd(8)} ${id.padEnd(WIDTH)}  ${text}`;
  return detail === undefined ? line : `${line}: ${detail}`;
}

export function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (result: Outcome["result"]) => outcomes.filter((outcome) => outcome.result === result).length;
  return `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
}

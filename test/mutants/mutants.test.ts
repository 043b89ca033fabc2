// `npm run mutants`: how mutants are described, and which survivors are explained.
import { describe, expect, it } from "vitest";
import { readText } from "./files.ts";
import { instrument, type Mutant } from "./instrument.ts";
import type { Verdict } from "./rounds.ts";
import { checkSurvivors, type Explanation, explainedBy, readExplanations } from "./survivors.ts";

const FILE = "src/core/domain/example.ts";
const SOURCE = `
function first(text: string) {
  const [whole = "", rest = ""] = text.split(".");
  if (rest === "") return;
  save(whole);
  if (rest === "") return;
}
class Other {
  #second(rest: string) {
    if (rest === "") return;
  }
}
`;
const { mutants } = instrument(FILE, SOURCE);

function mutantsWith(after: string): Mutant[] {
  return mutants.filter(({ description }) => description.after === after);
}

function explanationOf({ description }: Mutant): Explanation {
  return { ...description, because: "It changes nothing." };
}

function verdictsWith(status: Verdict["status"], some: readonly Mutant[]): Verdict[] {
  return some.map((mutant) => ({ mutant, status, by: null }));
}

describe("a mutant's description", () => {
  it("shows the changed line, and says where equal lines are", () => {
    const inner = { file: FILE, before: 'if (rest === "") return;', after: "if (true) return;" };
    expect(mutantsWith("if (true) return;").map(({ description }) => description)).toEqual([
      { ...inner, declaration: "first", occurrence: 1 },
      { ...inner, declaration: "first", occurrence: 2 },
      { ...inner, declaration: "#second", occurrence: 1 },
    ]);
    expect(mutantsWith('const [whole = "", rest = "mutated"] = text.split(".");')).toHaveLength(1);
  });
});

describe("an explanation", () => {
  it("holds for one mutant alone", () => {
    for (const mutant of mutants) {
      expect(mutants.filter(explainedBy([explanationOf(mutant)]))).toEqual([mutant]);
    }
  });

  it("is missing for survivors and for mutants that no test reaches", () => {
    const [killed, hung, survivor, unreached, explained] = mutants as [
      Mutant,
      Mutant,
      Mutant,
      Mutant,
      Mutant,
    ];
    const verdicts = [
      ...verdictsWith("killed", [killed]),
      ...verdictsWith("timed out", [hung]),
      ...verdictsWith("survived", [survivor, explained]),
      ...verdictsWith("not reached", [unreached]),
    ];
    const { unexplained } = checkSurvivors(verdicts, mutants, [explanationOf(explained)]);
    expect(unexplained.map(({ mutant }) => mutant)).toEqual([survivor, unreached]);
  });

  it("is to be deleted when its mutant is killed or no longer exists", () => {
    const [killed, survivor, untried] = mutants as [Mutant, Mutant, Mutant];
    const verdicts = [...verdictsWith("killed", [killed]), ...verdictsWith("survived", [survivor])];
    const gone = { ...explanationOf(survivor), before: "rest.trim();" };
    const elsewhere = { ...gone, file: "src/core/domain/other.ts" };
    const explanations = [killed, survivor, untried].map(explanationOf);
    const { stale } = checkSurvivors(verdicts, mutants, [...explanations, gone, elsewhere]);
    expect(stale).toEqual([explanations[0], gone]);
  });

  it.each(readExplanations())(
    "in survivors.json is for a mutant that exists: $file, $after",
    (explanation) => {
      const { mutants: existing } = instrument(explanation.file, readText(explanation.file));
      expect(existing.filter(explainedBy([explanation]))).toHaveLength(1);
    },
  );
});

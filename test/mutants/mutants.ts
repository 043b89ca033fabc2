// `npm run mutants`: changes the code in small ways and checks that the tests notice. Goes on where it was interrupted.
//   --files GLOB   only mutants of these files
//   --since REV    only mutants on lines that have changed since then
//   --quick        leaves out the tests over HTTP
//   --fresh        forgets all earlier results
import { execFileSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { offerHelp, readOptions, run, ScriptError } from "#scripts/run.ts";
import { findFiles, ROOT, readText } from "./files.ts";
import { instrument, type Mutant } from "./instrument.ts";
import { phases } from "./phases.ts";
import { report } from "./report.ts";
import { Results } from "./results.ts";
import { Rounds } from "./rounds.ts";
import { checkSurvivors, explainedBy, readExplanations } from "./survivors.ts";

const TARGETS = [
  "src/core/{domain,durable,webhooks,adapters,ledger}/**/*.ts",
  "src/parts/{formance,ledger}/**/*.ts",
  "src/parts/*/domain/*.ts",
  "src/parts/desk/{db,services}/*.ts",
  "src/core/{db,services}/merchants/account-copies.ts",
  "src/core/db/payment-intents/{projection,kept-days,named-intents}.ts",
  "src/core/wire/merchants/logo-png.ts",
];

offerHelp();
const { values: options } = readOptions({
  options: {
    files: { type: "string", default: "**" },
    since: { type: "string" },
    quick: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
  },
});

function findMutants(targets: readonly string[]): Mutant[] {
  return targets
    .filter((file) => matchesGlob(file, options.files))
    .flatMap((file) => instrument(file, readText(file)).mutants);
}

function changedSince(revision: string): (mutant: Mutant) => boolean {
  const diff = execFileSync(
    "git",
    ["diff", "--unified=0", "--no-color", "--no-prefix", revision, "--", "src"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  const changed = new Set<string>();
  let file = "";
  for (const text of diff.split("\n")) {
    file = /^\+\+\+ (.+)$/.exec(text)?.[1] ?? file;
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    if (first === undefined) continue;
    for (let offset = 0; offset < Number(count); offset += 1)
      changed.add(`${file}:${Number(first) + offset}`);
  }
  return (mutant) => {
    for (let line = mutant.line; line <= mutant.lastLine; line += 1) {
      if (changed.has(`${mutant.file}:${line}`)) return true;
    }
    return false;
  };
}

await run(async () => {
  const startedAt = Date.now();
  const targets = findFiles(...TARGETS);
  const found = findMutants(targets);
  const mutants = options.since === undefined ? found : found.filter(changedSince(options.since));
  if (mutants.length === 0) throw new ScriptError("There is nothing to mutate in these files.");
  console.log(`${mutants.length} mutants`);
  const explanations = readExplanations();
  const results = new Results({ isFresh: options.fresh });
  const rounds = new Rounds(results, targets, mutants, explainedBy(explanations));
  rounds.recall(phases().flatMap(({ tests }) => tests));
  for (const phase of phases().slice(0, options.quick ? -1 : undefined)) await rounds.run(phase);
  const hasPassed = report(rounds.verdicts, checkSurvivors(rounds.verdicts, found, explanations));
  console.log(
    `\n${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes. ${hasPassed ? "Passed." : "FAILED."}`,
  );
  process.exitCode = hasPassed ? 0 : 1;
});

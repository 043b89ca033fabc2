// `npm run chaos [kills|neighbour] [-- [--grow] [--seed N]]`: checks that need a real process and real time. Starts its own
// copy of the service at CHAOS_PORT or 8797. Needs process groups, which Windows does not have.
import { readOptions, run, ScriptError } from "#scripts/run.ts";
import { checkGoodNeighbours } from "./good-neighbour.ts";
import { checkAllIsKept } from "./kills/all-kept.ts";
import { planGrowth, planKills } from "./kills/plan.ts";
import { copyService, type Service } from "./service.ts";

const SEED_MAX = 1_000_000;
const GROW = "grow";
const SCENARIOS: Record<string, (service: Service, seed: number) => Promise<boolean>> = {
  kills: (service, seed) => checkAllIsKept(service, seed, planKills),
  neighbour: checkGoodNeighbours,
  [GROW]: (service, seed) => checkAllIsKept(service, seed, planGrowth),
};

await run(async () => {
  const { scenario, seed } = readArguments();
  const service = await copyService();
  console.log(`Starting a copy of the service in ${service.directory}. Seed: ${seed}.`);
  await service.start();
  const hasPassed = await scenario(service, seed);
  await service.kill("both");
  console.log(hasPassed ? "\nPassed." : `\nFAILED. The service's log: ${service.directory}/service.log`);
  process.exit(hasPassed ? 0 : 1);
});

function readArguments() {
  const usage = `Usage: npm run chaos [kills|neighbour] [-- [--grow] [--seed ${SEED_MAX}]]`;
  try {
    const { values, positionals } = readOptions({
      options: { seed: { type: "string" }, grow: { type: "boolean" } },
      allowPositionals: true,
    });
    const [name = "kills", ...others] = values.grow ? [GROW, ...positionals] : positionals;
    const scenario = SCENARIOS[name];
    const seed = Number(values.seed ?? Date.now() % SEED_MAX);
    if (scenario !== undefined && others.length === 0 && Number.isSafeInteger(seed))
      return { scenario, seed };
  } catch {
    // An unknown option.
  }
  throw new ScriptError(usage);
}

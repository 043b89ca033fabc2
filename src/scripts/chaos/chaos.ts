// `npm run chaos [lost|neighbour]`: checks that need a real process and real time. Starts its own copy of the
// service at CHAOS_PORT or 8797. Needs process groups, which Windows does not have.
import { run } from "../run.ts";
import { checkGoodNeighbours } from "./good-neighbour.ts";
import { checkNothingIsLost } from "./nothing-is-lost.ts";
import { copyService } from "./service.ts";

const scenario = process.argv[2] ?? "all";
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

await run(async () => {
  const service = await copyService();
  console.log(`Starting a copy of the service in ${service.directory}. Seed: ${seed}.`);
  let hasPassed = true;
  try {
    await service.start();
    if (scenario !== "neighbour") hasPassed = await checkNothingIsLost(service, seed);
    if (scenario !== "lost") hasPassed = (await checkGoodNeighbours()) && hasPassed;
  } catch (error) {
    hasPassed = false;
    console.error(error);
  } finally {
    await service.kill();
  }
  console.log(hasPassed ? "\nPassed." : `\nFAILED. The service's log: ${service.directory}/service.log`);
  process.exit(hasPassed ? 0 : 1);
});

// `npm run chaos [lost|neighbour]`: checks that need a real process and real time. Starts its own copy of the
// service at CHAOS_PORT or 8797. Needs process groups, which Windows does not have.
import { checkGoodNeighbours } from "./good-neighbour.ts";
import { checkNothingIsLost } from "./nothing-is-lost.ts";
import { BASE_URL, copyService, isUp } from "./service.ts";

const scenario = process.argv[2] ?? "all";
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

if (await isUp()) {
  console.error(`${BASE_URL} is already in use. Stop that server, or choose another port with CHAOS_PORT=…`);
  process.exit(1);
}
const service = copyService();
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
  if (hasPassed) service.remove();
}
console.log(hasPassed ? "\nPassed." : `\nFAILED. The service's log: ${service.directory}/service.log`);
process.exit(hasPassed ? 0 : 1);

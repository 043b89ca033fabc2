// `npm run chaos [lost|neighbour]`: what the tests cannot show, against a real service that is killed on the way.
// Needs no running service; it starts a copy of its own, at CHAOS_PORT or 8797. Not for Windows: process groups.
import { proveGoodNeighbours } from "./good-neighbour.ts";
import { proveNothingIsLost } from "./nothing-is-lost.ts";
import { BASE_URL, copyService, isUp } from "./service.ts";

const scenario = process.argv[2] ?? "all";
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

if (await isUp()) {
  console.error(
    `Something already answers at ${BASE_URL}; stop it, or choose another port with CHAOS_PORT=…`,
  );
  process.exit(1);
}
const service = copyService();
console.log(`Starting a copy of the service in ${service.directory}; seed ${seed}.`);
let isProven = true;
try {
  await service.start();
  if (scenario !== "neighbour") isProven = await proveNothingIsLost(service, seed);
  if (scenario !== "lost") isProven = (await proveGoodNeighbours()) && isProven;
} catch (error) {
  isProven = false;
  console.error(error);
} finally {
  await service.kill();
  if (isProven) service.remove();
}
console.log(isProven ? "\nProven." : `\nNOT proven. The service's log: ${service.directory}/service.log`);
process.exit(isProven ? 0 : 1);

// `npm run bench [create read public list transition webhooks]`: how much of what the platform alone could do is
// left when the service has done the rest. Both run side by side, so the ratios hold on any machine, busy or not.
// Needs no running service. Not for Windows: process groups.
import { rmSync } from "node:fs";
import { copyProject, isUp, type LocalServer, sleep } from "../local-service.ts";
import { makeParties } from "./parties.ts";
import { startReceiver } from "./receiver.ts";
import { ROUTES, type Route, type Scene } from "./routes.ts";
import { FLOOR_URL, floorServer, SERVICE_URL, serviceServer } from "./servers.ts";
import { printResults, type Result } from "./table.ts";

const ROUNDS = 16;
const ROUND_MS = 1_200;
const WARM_UP_MS = 2_500;
/** For what goes on behind the answers. */
const PAUSE_MS = 150;
const END_TIMEOUT_MS = 5_000;

const names = process.argv.slice(2);
const chosen = Object.entries(ROUTES).filter(([name]) => names.length === 0 || names.includes(name));
const servers: LocalServer[] = [];

async function run(): Promise<void> {
  for (const url of [SERVICE_URL, FLOOR_URL]) {
    if (await isUp(url))
      throw new Error(`something already answers at ${url}: see BENCH_…_PORT in servers.ts`);
  }
  const directory = copyProject("bench");
  console.log(`Starting the service and the floor in ${directory}.`);
  const receiver = await startReceiver();
  const service = serviceServer();
  servers.push(service);
  await service.start();
  const scene = { ...(await makeParties(SERVICE_URL)), receiver };
  for (const [, route] of chosen) await route.setUp(scene, SERVICE_URL);
  await sleep(PAUSE_MS);
  const floor = await floorServer({
    shopId: scene.shop.id,
    listedShopId: scene.listedShop.id,
    notifiedShopId: scene.notifiedShop.id,
    walletId: scene.wallet.id,
    receiverUrl: receiver.url,
  });
  servers.push(floor);
  await floor.start();
  const results: Result[] = [];
  for (const [name, route] of chosen) {
    results.push({ name, goal: route.goal, rounds: await compare(name, route, scene) });
  }
  printResults(results);
  receiver.close();
  await end();
  rmSync(directory, { recursive: true, force: true });
}

/** Service, floor, service, floor: what slows the machine down for a while slows both. */
async function compare(name: string, route: Route, scene: Scene): Promise<Result["rounds"]> {
  const measure = async (url: string, durationMs: number) => {
    const rate = await route.measure(scene, url, durationMs);
    await sleep(PAUSE_MS);
    return rate;
  };
  for (const url of [SERVICE_URL, FLOOR_URL]) await measure(url, WARM_UP_MS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const service = await measure(SERVICE_URL, ROUND_MS);
    rounds.push({ service, floor: await measure(FLOOR_URL, ROUND_MS) });
  }
  console.log(`${name}: ${rounds.map(({ service, floor }) => (service / floor).toFixed(2)).join(" ")}`);
  return rounds;
}

async function end(): Promise<void> {
  const ending = Promise.all(servers.map((server) => server.end("SIGTERM")));
  await Promise.race([ending, sleep(END_TIMEOUT_MS)]);
  await Promise.all(servers.splice(0).map((server) => server.end("SIGKILL")));
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void end().then(() => process.exit(0)));
if (chosen.length < names.length) {
  console.error(`Choose among ${Object.keys(ROUTES).join(", ")}.`);
} else {
  await run().catch(async (error: unknown) => {
    console.error(error);
    await end();
  });
}
// Whatever was measured: a benchmark is not a test.
process.exit(0);

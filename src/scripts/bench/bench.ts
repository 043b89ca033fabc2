// `npm run bench [create read public list transition webhooks]`: compares the service's rates with those of a
// baseline Worker that does only the platform operations which the service cannot avoid. The two are measured
// in turn, so that the ratios do not depend on the machine. Needs process groups, which Windows does not have.
import { rmSync } from "node:fs";
import { copyProject, isUp, type LocalServer, sleep } from "../local-service.ts";
import { createParticipants } from "./parties.ts";
import { startReceiver } from "./receiver.ts";
import { ROUTES, type Route, type Scene } from "./routes.ts";
import { BASELINE_URL, baselineServer, SERVICE_URL, serviceServer } from "./servers.ts";
import { printResults, type Result } from "./table.ts";

const ROUNDS = 16;
const ROUND_MS = 1_200;
const WARM_UP_MS = 2_500;
/** Time for the work that continues after a response. */
const PAUSE_MS = 150;
const END_TIMEOUT_MS = 5_000;

const names = process.argv.slice(2);
const chosen = Object.entries(ROUTES).filter(([name]) => names.length === 0 || names.includes(name));
const servers: LocalServer[] = [];

async function run(): Promise<void> {
  for (const url of [SERVICE_URL, BASELINE_URL]) {
    if (await isUp(url)) {
      throw new Error(`${url} is already in use: set BENCH_SERVICE_PORT or BENCH_BASELINE_PORT`);
    }
  }
  const directory = copyProject("bench");
  console.log(`Starting the service and the baseline in ${directory}.`);
  const receiver = await startReceiver();
  const service = serviceServer();
  servers.push(service);
  await service.start();
  const scene = { ...(await createParticipants(SERVICE_URL)), receiver };
  for (const [, route] of chosen) await route.setUp(scene, SERVICE_URL);
  await sleep(PAUSE_MS);
  const baseline = await baselineServer({
    shopId: scene.shop.id,
    listedShopId: scene.listedShop.id,
    notifiedShopId: scene.notifiedShop.id,
    walletId: scene.wallet.id,
    receiverUrl: receiver.url,
  });
  servers.push(baseline);
  await baseline.start();
  const results: Result[] = [];
  for (const [name, route] of chosen) {
    results.push({ name, goal: route.goal, rounds: await compare(name, route, scene) });
  }
  printResults(results);
  receiver.close();
  await end();
  rmSync(directory, { recursive: true, force: true });
}

/** Alternates between the two, so that anything that slows the machine down for a while affects both. */
async function compare(name: string, route: Route, scene: Scene): Promise<Result["rounds"]> {
  const measure = async (url: string, durationMs: number) => {
    const rate = await route.measure(scene, url, durationMs);
    await sleep(PAUSE_MS);
    return rate;
  };
  for (const url of [SERVICE_URL, BASELINE_URL]) await measure(url, WARM_UP_MS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const service = await measure(SERVICE_URL, ROUND_MS);
    rounds.push({ service, baseline: await measure(BASELINE_URL, ROUND_MS) });
  }
  console.log(`${name}: ${rounds.map(({ service, baseline }) => (service / baseline).toFixed(2)).join(" ")}`);
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
// Always 0, because a benchmark is not a test.
process.exit(0);

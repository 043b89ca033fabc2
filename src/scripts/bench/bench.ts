// `npm run bench [create read public list transition webhooks]`: compares the service's rates with those of a
// baseline Worker that does only the platform operations which the service cannot avoid. The two are measured
// in turn, so that the ratios do not depend on the machine. Needs process groups, which Windows does not have.
import { setTimeout as sleep } from "node:timers/promises";
import { copyProject } from "../local-service.ts";
import { run } from "../run.ts";
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

const names = process.argv.slice(2);
const chosen = Object.entries(ROUTES).filter(([name]) => names.length === 0 || names.includes(name));

async function compareAll(): Promise<void> {
  const directory = copyProject("bench", { RATE_LIMITS: "off" });
  console.log(`Starting the service and the baseline in ${directory}.`);
  const receiver = await startReceiver();
  const service = await serviceServer();
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
  await baseline.start();
  const results: Result[] = [];
  for (const [name, route] of chosen) {
    results.push({ name, goal: route.goal, rounds: await compare(name, route, scene) });
  }
  printResults(results);
  receiver.close();
  await Promise.all([service.end("SIGTERM"), baseline.end("SIGTERM")]);
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

if (chosen.length < names.length) {
  console.error(`Choose among ${Object.keys(ROUTES).join(", ")}.`);
  process.exit(1);
}
await run(compareAll);
// A benchmark is not a test: its results are no failure.
process.exit(0);

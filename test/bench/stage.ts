// Everything that has to be there before the first measurement: both Workers with equal databases, and the generator.
import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Generator, startGenerator } from "./generator.ts";
import { type Plans, recordPlans, storeDueEvent, type WebhookMessage } from "./plans.ts";
import type { Side } from "./rounds.ts";
import type { Route } from "./routes.ts";
import { makeSecrets, type Scene, setScene } from "./scene.ts";
import { bundle, migrate, type Server, startServer } from "./workerd.ts";

const SOURCES = "test/bench";
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 4 * 2 ** 30;

export interface Stage {
  servers: Record<Side, Server>;
  generator: Generator;
  scene: Scene;
  plans: Plans;
  /** Of an event whose webhook is due; its row is copied. */
  dueEvent: WebhookMessage;
}

export async function setStage(routes: readonly Route[], listed: readonly number[]): Promise<Stage> {
  const directory = temporaryDirectory();
  const path = (name: string) => join(directory, name);
  // The first one also builds the assets, which the others then find.
  const recorderBundle = await bundle(`${SOURCES}/recorder-worker.ts`, path("recorder"));
  const [serviceBundle, baselineBundle] = await Promise.all([
    bundle("src/index.ts", path("service")),
    bundle(`${SOURCES}/baseline-worker.ts`, path("baseline")),
    migrate(path("state")),
  ]);
  const generator = await startGenerator();
  const secrets = makeSecrets();
  const recorder = await startServer(recorderBundle, path("state"), secrets);
  const { receiverUrl } = generator;
  const scene = await setScene(recorder, secrets, { listed, receiverUrl });
  const plans = await recordPlans(recorder, scene, routes);
  const dueEvent = await storeDueEvent(recorder, scene);
  await recorder.stop();
  cpSync(path("state"), path("baseline-state"), { recursive: true });
  const service = await startServer(serviceBundle, path("state"), secrets);
  const baseline = await startServer(baselineBundle, path("baseline-state"), { PLANS: plans });
  scene.registry.moveTo(service.url);
  return { servers: { service, baseline }, generator, scene, plans, dueEvent };
}

/** In memory where the system has a folder for it: what a disk takes to write is not the service's time. */
function temporaryDirectory(): string {
  const hasMemory = existsSync(MEMORY_FOLDER) && freeBytes(MEMORY_FOLDER) >= MEMORY_NEEDED_BYTES;
  const directory = mkdtempSync(join(hasMemory ? MEMORY_FOLDER : tmpdir(), "payments-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export async function clearStage({ servers, generator }: Stage): Promise<void> {
  await Promise.all([servers.service.stop(), servers.baseline.stop(), generator.stop()]);
}

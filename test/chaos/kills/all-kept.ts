// Kills the service again and again under load, then compares what clients were told, D1, the ledger and the receivers.
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../../support/random.ts";
import type { Evidence } from "../judge/evidence.ts";
import { judge } from "../judge/judge.ts";
import type { Service } from "../service.ts";
import { type Actors, gatherActors } from "./actors.ts";
import { carryOut } from "./carry-out.ts";
import { readFloat, readIntents, readLists, readWallets, repeatAtDesks } from "./final-reads.ts";
import { createGrowth, type Growth } from "./growth.ts";
import { type Journal, startJournal } from "./journal.ts";
import { prepareLoad } from "./load.ts";
import type { PlannedKill } from "./plan.ts";
import { report } from "./report.ts";
import { readStoredState } from "./stored-state.ts";

/** The slowest delivery loses its message after an attempt began (3 min), then fails once (5 s). */
const QUIET_TIMEOUT_MS = 5 * 60_000;
const DEADLINE_TIMEOUT_MS = 30_000;
const LOOK_INTERVAL_MS = 2_000;

/** Returns true when nothing is lost, doubled or stuck. The service must be up. */
export async function checkAllIsKept(
  service: Service,
  seed: number,
  planFor: (random: Random) => PlannedKill[],
): Promise<boolean> {
  const random = new Random(seed);
  const journal = startJournal();
  const actors = await gatherActors(journal, random);
  const plan = planFor(random);
  const load = prepareLoad(actors, random);
  const startedAt = Date.now();
  const receivers = actors.shops.flatMap((shop) => shop.receivers);
  const growth = createGrowth(service);
  await carryOut(plan, service, load, receivers, growth);
  await load.stop();
  const killedForMs = Date.now() - startedAt;
  console.log("  all killed; waiting until every delivery, deadline and refund is done");
  const quiet = await lookUntilAgreed(() => gatherEvidence(actors, journal, growth), QUIET_TIMEOUT_MS);
  const isQuiet = quiet.disagreements.length === 0;
  // What the service has not finished by itself, a read would finish.
  const { evidence, disagreements } = isQuiet ? await lookThroughApi(actors, journal, growth) : quiet;
  report(evidence, disagreements, { plan, killedForMs, waitedMs: quiet.waitedMs, isQuiet });
  await Promise.all(receivers.map((receiver) => receiver.close()));
  return disagreements.length === 0;
}

/** Looks only at the files: a read through the API would help the service along. */
async function lookUntilAgreed(gather: () => Evidence, timeoutMs: number) {
  const startedAt = Date.now();
  for (;;) {
    const evidence = gather();
    const disagreements = judge(evidence);
    const waitedMs = Date.now() - startedAt;
    if (disagreements.length === 0 || waitedMs >= timeoutMs) return { evidence, disagreements, waitedMs };
    await sleep(LOOK_INTERVAL_MS);
  }
}

async function lookThroughApi(actors: Actors, journal: Journal, growth: Growth) {
  await repeatAtDesks(actors, journal.exchanges);
  await readIntents(actors, readStoredState().intents);
  const [lists, wallets, float] = [await readLists(actors), await readWallets(actors), await readFloat()];
  // A deadline may have passed meanwhile.
  return await lookUntilAgreed(
    () => ({ ...gatherEvidence(actors, journal, growth), lists, wallets, float }),
    DEADLINE_TIMEOUT_MS,
  );
}

function gatherEvidence(
  { shops, wallets, poorWallets }: Actors,
  { exchanges }: Journal,
  { firstSwitchAt }: Growth,
): Evidence {
  return {
    exchanges,
    wallets: [...wallets, ...poorWallets].map((wallet) => ({ ...wallet, balanceMinor: null })),
    stored: readStoredState(),
    cellsSince: firstSwitchAt,
    arrivals: shops.flatMap(({ receivers }) => receivers.flatMap(({ arrivals }) => arrivals)),
    lists: null,
    float: null,
  };
}

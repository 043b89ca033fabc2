// Kills the service again and again under load, then compares what clients were told, D1, the ledger and the receivers.
import { setTimeout as sleep } from "node:timers/promises";
import type { Disagreement, Evidence } from "../judge/evidence.ts";
import { judge } from "../judge/judge.ts";
import { seededRandom } from "../receiver.ts";
import type { Service } from "../service.ts";
import { type Actors, gatherActors } from "./actors.ts";
import { carryOut } from "./carry-out.ts";
import { readIntents, readLists, readWallets } from "./final-reads.ts";
import { type Journal, startJournal } from "./journal.ts";
import { prepareLoad } from "./load.ts";
import { planKills } from "./plan.ts";
import { report } from "./report.ts";
import { readStoredState } from "./stored-state.ts";

export const KILLS_UNDER_LOAD = 20;
/** The slowest delivery loses its message after an attempt began (3 min), then fails once (5 s). */
const QUIET_TIMEOUT_MS = 5 * 60_000;
const LOOK_INTERVAL_MS = 2_000;

/** True when nothing is lost, doubled or stuck. The service must be up. */
export async function checkAllIsKept(service: Service, seed: number): Promise<boolean> {
  const random = seededRandom(seed);
  const journal = startJournal();
  const actors = await gatherActors(journal, random);
  const plan = planKills(KILLS_UNDER_LOAD, random);
  const load = prepareLoad(actors, random);
  const startedAt = Date.now();
  await carryOut(plan, service, load);
  await load.stop();
  const killedForMs = Date.now() - startedAt;
  console.log(`  all killed; waiting until every delivery, deadline and refund is done`);
  const waitedMs = await waitUntilQuiet(actors, journal);
  const evidence = await readEverything(actors, journal);
  const disagreements = judge(evidence);
  report(evidence, disagreements, { plan, killedForMs, waitedMs });
  await Promise.all(actors.shops.flatMap(({ receivers }) => receivers.map((receiver) => receiver.close())));
  return disagreements.length === 0;
}

/** Looks only at the files: a read through the API would help the service along. */
async function waitUntilQuiet(actors: Actors, journal: Journal): Promise<number> {
  const startedAt = Date.now();
  const waited = () => Date.now() - startedAt;
  let left: Disagreement[];
  do {
    await sleep(LOOK_INTERVAL_MS);
    left = judge(gatherEvidence(actors, journal));
  } while (left.length > 0 && waited() < QUIET_TIMEOUT_MS);
  return waited();
}

async function readEverything(actors: Actors, journal: Journal): Promise<Evidence> {
  await readIntents(actors, readStoredState().intents);
  const lists = await readLists(actors);
  const wallets = await readWallets(actors);
  return { ...gatherEvidence(actors, journal), lists, wallets };
}

function gatherEvidence({ shops, wallets, emptyWallets }: Actors, { exchanges }: Journal): Evidence {
  return {
    exchanges,
    wallets: [...wallets, ...emptyWallets].map((wallet) => ({ ...wallet, balanceMinor: null })),
    stored: readStoredState(),
    arrivals: shops.flatMap(({ receivers }) => receivers.flatMap(({ arrivals }) => arrivals)),
    lists: null,
  };
}

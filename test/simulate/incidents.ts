// What happens once: crashes, deploys, a restored database.
import { openDatabase } from "#core/db/client.ts";
import { markCopiesStale } from "#core/db/merchants/account-copies.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import type { Incident, IncidentFault } from "./faults.ts";
import { MERCHANTS } from "./plan.ts";
import type { Actor } from "./platform/actor.ts";
import { noteEntries } from "./platform/cells.ts";
import type { SimulatedRows } from "./platform/rows.ts";
import { hookUrl } from "./shop.ts";
import type { World } from "./world.ts";

const RESTORE_RETRY_MS = 1_000;
/** A receiver that dies for longer than this never comes back. */
const DEAD_FOR_GOOD_MS = 60 * 60_000;

type Restore = "d1_restore" | "cell_restore";
type Crash = "object_crash" | "worker_crash" | "process_crash" | "process_crash_with_queue";

export class Incidents {
  readonly #world: World;
  readonly #armed: { crash: Crash; effectsLeft: number }[] = [];
  /** Each id has when a restored database had forgotten the intent, and nothing else knew it. */
  readonly vanishedAt = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    world.effects.beforeEffect = (actor) => this.#countDown(actor);
  }

  /** Schedules what has to be prepared as well. */
  schedule({ fault, at, amount }: IncidentFault, startAt: number): void {
    const { scheduler } = this.#world;
    if (fault === "d1_restore" || fault === "cell_restore")
      this.#scheduleRestore(fault, startAt + Math.max(0, at - amount), startAt + at);
    else scheduler.at(startAt + at, () => this.#strike(fault, amount));
  }

  disarm(): void {
    this.#armed.length = 0;
  }

  #strike(fault: Exclude<Incident, Restore>, amount: number): void {
    const { hosts, scheduler, faults, random, receivers } = this.#world;
    switch (fault) {
      case "objects_evicted":
        faults.count(fault);
        for (const host of hosts) if (random.chance(0.7)) host.crash("evicted");
        return;
      case "deploy":
        faults.count(fault);
        this.#world.deploy();
        return;
      case "ledger_crash":
        faults.count(fault);
        this.#world.note("the ledger crashes");
        this.#world.ledger.crash();
        return;
      case "receiver_dies": {
        const until = amount > DEAD_FOR_GOOD_MS ? Number.POSITIVE_INFINITY : scheduler.now + amount;
        receivers.die(hookUrl(`merchant-${amount % MERCHANTS}`), scheduler.now, until);
        return;
      }
      default:
        this.#armed.push({ crash: fault, effectsLeft: amount });
    }
  }

  #countDown(actor: Actor): void {
    for (const armed of [...this.#armed]) {
      if (!strikesActor(armed.crash, actor) || armed.effectsLeft-- > 0) continue;
      this.#armed.splice(this.#armed.indexOf(armed), 1);
      this.#crash(armed.crash, actor);
    }
  }

  #crash(crash: Crash, actor: Actor): void {
    const { hosts, faults, queues } = this.#world;
    faults.count(crash);
    if (crash === "object_crash") {
      for (const host of hosts) if (host.runs(actor)) host.crash("at an effect");
    } else if (crash === "worker_crash") {
      this.#world.note(`${actor.name} crashes`);
      actor.die();
    } else {
      if (crash === "process_crash_with_queue") queues.loseEverything();
      this.#world.crashProcess();
    }
  }

  /** D1, or about half of the cells that there were. */
  #scheduleRestore(fault: Restore, backTo: number, at: number): void {
    const { scheduler, rows, cells, random } = this.#world;
    const copies = new Map<string, ReturnType<typeof rows.copy>>();
    scheduler.at(backTo, () => {
      if (fault === "d1_restore") copies.set(HOME, rows.copy());
      else for (const [name, shard] of cells.shards()) if (random.chance(0.5)) copies.set(name, shard.copy());
    });
    const restore = () => {
      // A keyed creation that is repeated after its row was lost makes a new one: README.md leaves that out.
      if (copies.size > 0 && this.#world.isCreating) return void scheduler.after(RESTORE_RETRY_MS, restore);
      for (const [name, copy] of copies) this.#restore(fault, name, copy);
    };
    scheduler.at(at, restore);
  }

  #restore(fault: Restore, name: string, copy: ReturnType<SimulatedRows["copy"]>): void {
    const { rows, faults, shards, objects, scheduler, cells, deps } = this.#world;
    const shard = shards.get(name);
    if (shard === undefined) return;
    const before = idsIn(shard);
    shard.restore(copy);
    const after = new Set(idsIn(shard));
    this.#world.note(`${name} is restored: ${before.length} intents, now ${after.size}`);
    faults.count(fault);
    this.#world.hasBeenRestored = true;
    for (const id of before) {
      const isStored = (objects.hosts.get(id)?.contents.now.values.size ?? 0) > 0;
      if (!after.has(id) && !isStored && !this.vanishedAt.has(id)) this.vanishedAt.set(id, scheduler.now);
    }
    // What OPERATING has the operator do after a restore.
    if (fault === "d1_restore") {
      noteEntries(rows, deps?.config.cells ?? []);
      return;
    }
    cells.objects.hosts.get(name)?.crash("restored");
    void markCopiesStale(openDatabase(databaseBinding(rows)), name);
  }
}

function idsIn(shard: SimulatedRows): string[] {
  return shard.query("SELECT id FROM payment_intents").map(({ id }) => String(id));
}

function strikesActor(crash: Crash, actor: Actor): boolean {
  const isObject = /^(object|cell) /.test(actor.name);
  return crash === "object_crash" ? isObject : crash !== "worker_crash" || !isObject;
}

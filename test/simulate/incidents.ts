// What happens once: crashes, deploys, a restored database.
import type { Incident, IncidentFault } from "./faults.ts";
import { MERCHANTS } from "./plan.ts";
import type { Actor } from "./platform/actor.ts";
import { noteEntries } from "./platform/cells.ts";
import { hookUrl } from "./shop.ts";
import type { World } from "./world.ts";

const RESTORE_RETRY_MS = 1_000;
/** A receiver that dies for longer than this never comes back. */
const DEAD_FOR_GOOD_MS = 60 * 60_000;

type Crash = "object_crash" | "worker_crash" | "process_crash" | "process_crash_with_queue";

export class Incidents {
  readonly #world: World;
  readonly #armed: { crash: Crash; effectsLeft: number }[] = [];
  /** By id: when a restored database had forgotten the intent, and nothing else knew it. */
  readonly vanishedAt = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    world.effects.beforeEffect = (actor) => this.#countDown(actor);
  }

  /** Also schedules what has to be prepared. */
  schedule({ fault, at, amount }: IncidentFault, startAt: number): void {
    const { scheduler } = this.#world;
    if (fault === "d1_restore") this.#scheduleRestore(startAt + Math.max(0, at - amount), startAt + at);
    else scheduler.at(startAt + at, () => this.#strike(fault, amount));
  }

  disarm(): void {
    this.#armed.length = 0;
  }

  #strike(fault: Exclude<Incident, "d1_restore">, amount: number): void {
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

  #scheduleRestore(backTo: number, at: number): void {
    const { scheduler, rows, faults, objects } = this.#world;
    let copy: ReturnType<typeof rows.copy> | null = null;
    scheduler.at(backTo, () => {
      copy = rows.copy();
    });
    const restore = () => {
      if (copy === null) return;
      // A keyed creation that is repeated after its row was lost makes a new one: ARCHITECTURE.md leaves that out.
      if (this.#world.isCreating) return void scheduler.after(RESTORE_RETRY_MS, restore);
      const before = rows.query("SELECT id FROM payment_intents").map(({ id }) => String(id));
      rows.restore(copy);
      noteEntries(rows, this.#world.deps?.config.cells ?? []);
      const after = new Set(rows.query("SELECT id FROM payment_intents").map(({ id }) => String(id)));
      this.#world.note(`D1 is restored: ${before.length} intents, now ${after.size}`);
      faults.count("d1_restore");
      this.#world.hasBeenRestored = true;
      for (const id of before) {
        const isStored = (objects.hosts.get(id)?.contents.now.values.size ?? 0) > 0;
        if (!after.has(id) && !isStored && !this.vanishedAt.has(id)) this.vanishedAt.set(id, scheduler.now);
      }
    };
    scheduler.at(at, restore);
  }
}

function strikesActor(crash: Crash, actor: Actor): boolean {
  const isObject = /^(object|cell) /.test(actor.name);
  return crash === "object_crash" ? isObject : crash !== "worker_crash" || !isObject;
}

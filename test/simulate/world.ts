// One run's world: the real service on the simulated platform, and the parties around it.

import { HOME } from "#core/domain/shards/cells.ts";
import type { WalletChange } from "#core/domain/wallet/live-wallet.ts";
import { handleBatch } from "#main/queues.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { SandboxPaymentIntentObject as PaymentIntentObject } from "#sandbox/objects.ts";
import { SANDBOX_HANDLERS } from "#sandbox/queues.ts";
import { sweepSandbox } from "#sandbox/scheduled.ts";
import type { SandboxDependencies } from "#sandbox/services/dependencies.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import { Random } from "../support/random.ts";
import { cellsVariables } from "./cells-plan.ts";
import { Faults } from "./faults.ts";
import { SimulatedFormance } from "./parties/formance.ts";
import { type Books, SimulatedLedger } from "./parties/ledger.ts";
import { fetchFrom } from "./parties/network.ts";
import { Pushes } from "./parties/pushes.ts";
import { Receivers } from "./parties/receivers.ts";
import { receiveReport, signedReport } from "./parties/reports.ts";
import type { CellsPlan, Plan } from "./plan.ts";
import { Actor } from "./platform/actor.ts";
import { Cells, noteEntries } from "./platform/cells.ts";
import { Clocks } from "./platform/clocks.ts";
import { Effects } from "./platform/effects.ts";
import { installGlobals } from "./platform/globals.ts";
import { type ObjectClass, type ObjectHost, Objects, type Runtime } from "./platform/objects.ts";
import { Queues } from "./platform/queues.ts";
import { labelOf, SimulatedRows } from "./platform/rows.ts";
import { Scheduler } from "./platform/scheduler.ts";
import { storageFor } from "./platform/storage.ts";
import { resetSequence } from "./platform/uuid.ts";
import { WakeUps } from "./platform/wake-ups.ts";
import { FORMANCE_VARIABLES, LEDGER_VARIABLES, QUEUES, SECRETS, VARIABLES } from "./variables.ts";

export const START_AT = Date.UTC(2026, 0, 5, 12);
const DOWN_MS = 3_000;
const DEPLOY_MS = 2 * 60_000;
/** After the longest delays, nothing of a request is left. */
export const REQUEST_MS_MAX = 90_000;

/** Made once per thread: the migrations take longer than a run. */
const rows = new SimulatedRows();
let effects: Effects;
const DB = databaseBinding(rows, (sql, apply) => effects.perform("d1", labelOf(sql), apply));

export class World {
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  readonly rows = rows;
  readonly scheduler = new Scheduler(START_AT);
  readonly random: Random;
  readonly faults: Faults;
  readonly effects: Effects;
  readonly objects: Objects;
  readonly cells: Cells;
  readonly queues: Queues;
  readonly ledger: Books;
  readonly receivers: Receivers;
  readonly pushes = new Pushes();
  /** What the sockets of wallets were told, by its kind and the intent's id. */
  readonly told = new Set<string>();
  /** The codes that customers have shown, by what they were scanned for and by the moment. */
  readonly scanTokens = new Map<string, string>();
  /** Nothing fails in this run. */
  readonly isCalm: boolean;
  /** A customer has what is stored of them erased, such as what they were told. */
  readonly hasErasure: boolean;
  runtime: Runtime | null = null;
  deps: SandboxDependencies | null = null;
  hasBeenRestored = false;
  /** How many customers' lists have lacked those of a cell that failed. */
  unreadLists = 0;
  /** Keyed creations without a response, by when they were sent. */
  readonly creations = new Map<object, number>();
  /** The process before the last deployment. While it ends, it takes requests as well. */
  #ending: { deps: SandboxDependencies; until: number } | null = null;
  readonly #endings: Random;
  readonly #isFormance: boolean;
  readonly #cellsPlan: CellsPlan | null;
  #workers = 0;

  constructor(plan: Plan) {
    rows.clear();
    resetSequence();
    this.random = new Random(`run ${plan.seed}`);
    this.#endings = this.random.fork("endings");
    const note = (line: string) => this.note(line);
    this.faults = new Faults(
      plan.steps.filter((step) => "fault" in step),
      this.scheduler,
      this.random,
    );
    this.effects = new Effects(this.scheduler, this.faults, this.random, note);
    effects = this.effects;
    const wakeUps = new WakeUps((id) => this.objects.hosts.get(id)?.hasAlarm ?? false);
    this.queues = new Queues(this.effects, this.random.fork("queues"), wakeUps);
    this.queues.consume = (batch) => this.#consume(batch);
    const platform = { effects: this.effects, runtime: () => this.runtime, trace: note };
    this.objects = new Objects({
      ...platform,
      kind: "object",
      objectClass: PaymentIntentObject as unknown as ObjectClass,
      storageOf: (_, actor, contents) => storageFor(actor, contents, this.effects, this.faults),
      alarmTime: (at) => at,
      canLoseAlarm: (id) => !wakeUps.isLost(id),
    });
    this.#cellsPlan = plan.cells;
    this.isCalm = plan.steps.every((step) => "do" in step);
    this.hasErasure = plan.steps.some((step) => "do" in step && step.do === "erase");
    this.cells = new Cells(platform);
    const parties = { scheduler: this.scheduler, faults: this.faults, random: this.random.fork("ledger") };
    const report = (event: object) => void receiveReport(this, ...signedReport(event, this.scheduler.now));
    this.#isFormance = plan.ledger === "formance";
    this.ledger = this.#isFormance
      ? new SimulatedFormance(parties, VARIABLES.LEDGER_TOKEN)
      : new SimulatedLedger({ ...parties, report, effects: this.effects, variables: LEDGER_VARIABLES });
    this.receivers = new Receivers(this.scheduler, this.faults);
    const { scheduler, random } = this;
    installGlobals({
      scheduler,
      clocks: new Clocks(scheduler, this.faults),
      random,
      fetch: (url, init) => fetchFrom(this, url, init),
      log: (line) => this.#log(line),
    });
    this.start();
  }

  note(line: string): void {
    this.trace.push(`${((this.scheduler.now - START_AT) / 1000).toFixed(3)} ${line}`);
  }

  /** A process with no memory of an earlier one. */
  start(): void {
    const actor = new Actor("process");
    const queues = Object.entries(QUEUES).map(([name, queue]) => [name, this.queues.binding(queue)]);
    const env = {
      ...VARIABLES,
      ...(this.#isFormance && FORMANCE_VARIABLES),
      ...(this.#cellsPlan !== null && cellsVariables(this.#cellsPlan, START_AT, this.scheduler.now)),
      ...Object.fromEntries(queues),
      DB,
      PAYMENT_INTENTS: this.objects.binding<Env["PAYMENT_INTENTS"]>(),
      WALLETS: { getByName: () => ({ tell: (change: WalletChange) => this.#tell(change) }) },
      CELL_OBJECTS: this.cells.objects.binding<Env["CELL_OBJECTS"]>(),
    } as unknown as Env;
    this.runtime = { env, actor };
    this.deps = sandboxDependenciesFor(env);
    noteEntries(rows, this.deps.config.cells);
    for (const host of this.hosts) host.rearm();
  }

  /** The next process, with what is configured now. The objects of the one before are restarted within minutes. */
  deploy(): void {
    this.#ending = this.deps && { deps: this.deps, until: this.scheduler.now + DEPLOY_MS };
    this.start();
    for (const host of this.hosts) {
      this.scheduler.after(this.random.integer(0, DEPLOY_MS), () => host.crash("deployed"));
    }
  }

  get hosts(): ObjectHost[] {
    return [...this.objects.hosts.values(), ...this.cells.objects.hosts.values()];
  }

  /** Each shard that has tables, by its name. */
  get shards(): Map<string, SimulatedRows> {
    return new Map([[HOME, rows], ...this.cells.shards()]);
  }

  crashProcess(): void {
    if (this.runtime === null) return;
    this.note("the process crashes");
    for (const host of this.hosts) host.crash("process");
    this.runtime.actor.die();
    this.runtime = null;
    this.deps = null;
    this.#ending = null;
    this.scheduler.after(DOWN_MS, () => this.start());
  }

  /** Runs code of the Worker as one invocation. Returns null while the process is down. */
  invoke<T>(
    name: string,
    code: (deps: SandboxDependencies, env: Env) => Promise<T>,
  ): { actor: Actor; done: Promise<T> } | null {
    if (this.runtime === null || this.deps === null) return null;
    const actor = new Actor(`${name} ${++this.#workers}`, this.runtime.actor);
    const { deps } = this;
    const { env } = this.runtime;
    return { actor, done: actor.run(() => code(deps, env)) };
  }

  /** Makes a client's request, which the app responds to. */
  request<T>(respond: (deps: SandboxDependencies) => Promise<T>) {
    const isEnding = this.#ending !== null && this.scheduler.now < this.#ending.until;
    const before = isEnding && this.#endings.chance(0.5) ? this.#ending : null;
    return this.invoke("client", async (current) => {
      const deps = before?.deps ?? current;
      await deps.shards.check(deps.clock());
      return await respond(deps);
    });
  }

  /** A crashed Worker sends no response. */
  get isCreating(): boolean {
    const since = this.scheduler.now - REQUEST_MS_MAX;
    return [...this.creations.values()].some((sentAt) => sentAt > since);
  }

  sweep(): void {
    if (this.faults.strikes("sweep_missed")) return;
    const runs = this.faults.strikes("sweep_twice") ? 2 : 1;
    for (let run = 0; run < runs; run++) this.invoke("sweep", (deps, env) => sweepSandbox(deps, env));
    this.ledger.sweep();
  }

  #consume(batch: MessageBatch) {
    const ctx = { waitUntil: (work: Promise<unknown>) => void work.catch(() => {}) } as ExecutionContext;
    return this.invoke("consumer", (deps, env) => handleBatch(batch, deps, env, ctx, SANDBOX_HANDLERS));
  }

  #tell({ type, intentId }: WalletChange): Promise<void> {
    return this.effects.perform("rpc", type, () => void this.told.add(`${type} ${intentId}`));
  }

  #log(line: string): void {
    for (const name of SECRETS) {
      if (line.includes(VARIABLES[name])) this.violations.push(`${name} is in the log`);
    }
    if (line.includes("ledger_books_broken")) this.violations.push(line);
    if (line.includes("approvals_unread")) this.unreadLists += 1;
    this.note(`log ${line}`);
  }
}

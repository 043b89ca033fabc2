// The only writer of its intent. It loads the intent, lets domain/decide.ts decide, commits state, outbox and alarm
// together, and then writes to D1 and the queues. It has no rules of its own.
import { DurableObject } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import { ledgerFor } from "../composition.ts";
import { readConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { findIntent } from "../db/payment-intents.ts";
import { findProjection } from "../db/projection.ts";
import type { IntentCommand, IntentRefusal, ObjectRefusal } from "../domain/commands.ts";
import { decide } from "../domain/decide.ts";
import type { LedgerOperation, PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { Drain } from "./drain.ts";
import {
  afterAlarm,
  applyDecision,
  hasLostAlarm,
  type IntentDocument,
  isAtRest,
  isDeletable,
  newDocument,
  sentIds,
  toBeProjectedAgain,
  wakeAt,
  withoutDrained,
} from "./intent-document.ts";
import { LedgerCalls } from "./ledger-calls.ts";

const DOCUMENT = "document";
const FAILED_ALARM_DELAY_MS = 10_000;
const SYSTEM: Cause = { actor: "system", requestId: null };

/** Commands that start a transfer, and the kind of operation they wait for. */
const STARTS_TRANSFER: Partial<Record<IntentCommand["type"], LedgerOperation["kind"]>> = {
  confirm: "payment",
  approve: "payment",
  refund: "refund",
};

export class PaymentIntentObject extends DurableObject<Env> {
  readonly #db: Database;
  readonly #ledger: LedgerCalls;
  readonly #drain: Drain;
  #document: IntentDocument | null = null;
  /** Whether the document is in storage, too: one that was only read from D1 has nothing to do. */
  #isStored = false;
  /** While it runs, no alarm is set, and none is lost. */
  #isAlarmRunning = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#db = openDatabase(env.DB);
    const config = readConfig(env);
    this.#ledger = new LedgerCalls(ledgerFor(config, env));
    this.#drain = new Drain({
      db: this.#db,
      webhooks: env.WEBHOOKS,
      walletEvents: env.WALLET_EVENTS,
      publicUrl: config.publicUrl,
      waitUntil: (work) => ctx.waitUntil(work),
      onDrained: (drained) => {
        if (this.#document !== null) this.#commit(this.#document, withoutDrained(this.#document, drained));
      },
    });
  }

  /** The intent as of now, with its deadline applied. Nothing is stored for an unknown id. */
  async find(): Promise<Result<PaymentIntent, ObjectRefusal>> {
    return await this.execute({ type: "expire" }, SYSTEM);
  }

  async execute(command: IntentCommand, cause: Cause): Promise<Result<PaymentIntent, ObjectRefusal>> {
    if (!(await this.#load())) return err("unavailable");
    this.#rearmIfLost();
    const versionBefore = this.#document?.intent.version;
    const refusal = this.#decide(command, cause) ?? (await this.#startTransfer(command, cause));
    if (this.#document?.intent.version !== versionBefore) await this.#drainDocument();
    if (refusal !== null) return err(refusal);
    return this.#document === null ? err("not_found") : ok(this.#document.intent);
  }

  /** Runs at least once, at any time. While work is left it returns only with the next alarm set. */
  override async alarm(): Promise<void> {
    this.#isAlarmRunning = true;
    try {
      await this.#catchUp();
      await this.#deleteOrRearm();
    } catch (error) {
      this.#logAlarmFailure(error);
      // Without a document to commit. Should this fail as well, the platform retries the alarm itself.
      await this.ctx.storage.setAlarm(Date.now() + FAILED_ALARM_DELAY_MS);
    } finally {
      this.#isAlarmRunning = false;
    }
  }

  /** Does what is due. A failure is logged, and must not keep the next alarm from being set. */
  async #catchUp(): Promise<void> {
    try {
      if (!(await this.#load())) throw new Error("D1 could not be read");
      if (this.#document === null) return;
      this.#document = { ...this.#document, alarmAt: null };
      this.#decide({ type: "expire" }, SYSTEM);
      await this.#transfer(this.#document.intent.operation?.kind, SYSTEM);
      await this.#drainDocument();
    } catch (error) {
      this.#logAlarmFailure(error);
    }
  }

  #logAlarmFailure(error: unknown): void {
    log("error", "alarm_failed", { intent_id: this.ctx.id.name, error });
  }

  /** The alarm is all that stands behind unfinished work; a lost one is set again by whoever comes next. */
  #rearmIfLost(): void {
    const document = this.#document;
    if (document === null || !this.#isStored || this.#isAlarmRunning || !hasLostAlarm(document, Date.now()))
      return;
    log("warn", "alarm_lost", { intent_id: document.intent.id, due_at: document.alarmAt });
    this.#commit(document, { ...document, alarmAt: null });
  }

  /**
   * Sets the field and returns whether it could: a document that a caller keeps across an await would be stale. False
   * when D1 is needed and fails. Its error stays here, because it contains the query's parameters.
   */
  async #load(): Promise<boolean> {
    // Reading storage first makes a replaced instance fail instead of responding from outdated memory.
    const stored = this.ctx.storage.kv.get<IntentDocument>(DOCUMENT);
    if (this.#document !== null) return true;
    if (stored !== undefined) {
      this.#document = stored;
      this.#isStored = true;
      return true;
    }
    const intent = await this.#readDatabase();
    if (intent === undefined) return false;
    if (intent === null || this.#document !== null) return true;
    this.#document = newDocument(intent);
    // An operation in D1 without a stored document means that storage was lost: commit it again to set its alarm.
    if (intent.operation !== null) this.#commit(this.#document, this.#document);
    return true;
  }

  /** Undefined when D1 fails. */
  async #readDatabase(): Promise<PaymentIntent | null | undefined> {
    const id = this.ctx.id.name;
    try {
      return id === undefined ? null : await findIntent(this.#db, id);
    } catch (error) {
      log("error", "load_failed", { intent_id: id, error });
      return undefined;
    }
  }

  /** Reads, decides and commits without interruption: there must be no await in here. */
  #decide(command: IntentCommand, cause: Cause): IntentRefusal | null {
    const document = this.#document;
    if (document === null) return "not_found";
    const decision = decide(document.intent, command, Date.now());
    if (decision.intent !== document.intent) {
      this.#commit(document, applyDecision(document, decision, cause, newEventId));
    }
    this.#ledger.noteDecline(command, document.intent, decision.intent);
    return decision.refusal;
  }

  /** Commits state, outbox and alarm together, or none of them. */
  #commit(decidedOn: IntentDocument, next: IntentDocument): void {
    if (this.#document !== decidedOn) throw new Error("the document changed during the decision");
    const now = Date.now();
    const wake = wakeAt(next, now);
    const isArmedInTime =
      next.alarmAt !== null && next.alarmAt > now && next.alarmAt <= wake && !isAtRest(next);
    const committed = isArmedInTime ? next : { ...next, alarmAt: wake };
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.kv.put(DOCUMENT, committed);
      if (!isArmedInTime) this.ctx.waitUntil(this.ctx.storage.setAlarm(wake));
    });
    this.#document = committed;
    this.#isStored = true;
  }

  /** A refund is in D1 before the ledger is called: should all else be lost, the sweep finds it there. */
  async #startTransfer(command: IntentCommand, cause: Cause): Promise<IntentRefusal | null> {
    if (command.type === "refund") await this.#drainDocument();
    return await this.#transfer(STARTS_TRANSFER[command.type], cause);
  }

  async #transfer(kind: LedgerOperation["kind"] | undefined, cause: Cause): Promise<IntentRefusal | null> {
    const intent = this.#document?.intent;
    if (!intent?.operation || intent.operation.kind !== kind) return null;
    const { key } = intent.operation;
    return await this.#ledger.run(intent, intent.operation, (result) => {
      this.#decide({ type: "record_transfer_result", key, result }, cause);
    });
  }

  async #drainDocument(): Promise<void> {
    if (this.#document !== null) await this.#drain.run(this.#document);
  }

  /**
   * Deletes the document of an intent that has been at rest for long, once D1 is seen to have it: the object then costs
   * nothing, and a later call loads the intent from D1.
   */
  async #deleteOrRearm(): Promise<void> {
    // A read that failed leaves no document, but perhaps one in storage.
    if (this.#document === null && !(await this.#load())) throw new Error("D1 could not be read");
    if (this.#document === null || (isAtRest(this.#document) && !this.#isStored)) return;
    const { id } = this.#document.intent;
    const isDue = isDeletable(this.#document, Date.now());
    const projection = isDue
      ? await findProjection(this.#db, this.#document.intent, sentIds(this.#document))
      : null;
    const document = this.#document;
    if (!isDue || !isDeletable(document, Date.now())) return this.#commit(document, afterAlarm(document));
    // A restored database that was written to since has the version, but not the events before it.
    const isLost =
      projection === null ||
      projection.version < document.intent.version ||
      projection.events < sentIds(document).length;
    if (isLost) {
      log("error", "projection_lost", { intent_id: id, ...projection, expected: document.intent.version });
      this.#commit(document, toBeProjectedAgain(document));
      return await this.#drainDocument();
    }
    const deleted = this.ctx.storage.deleteAll();
    this.#document = { ...document, alarmAt: null };
    this.#isStored = false;
    await deleted;
  }
}

// The only writer of its intent. It loads the intent, lets domain/decide.ts decide, commits state, outbox and alarm
// together, and then writes to D1 and the queues. It has no rules of its own.
import { DurableObject } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import { ledgerFor } from "../composition.ts";
import { readConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { findIntent } from "../db/payment-intents.ts";
import { projectedVersion } from "../db/projection.ts";
import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import { decide } from "../domain/decide.ts";
import type { TransferResult } from "../domain/ledger.ts";
import type { LedgerOperation, PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause, Ledger } from "../domain/ports.ts";
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
  toBeProjectedAgain,
  wakeAt,
  withoutDrained,
} from "./intent-document.ts";
import { declineIn, transferFor } from "./ledger-operation.ts";

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
  readonly #ledger: Ledger;
  readonly #drain: Drain;
  #document: IntentDocument | null = null;
  /** Whether the document is in storage, too: one that was only read from D1 has nothing to do. */
  #isStored = false;
  /** While it runs, no alarm is set, and none is lost. */
  #isAlarmRunning = false;
  #ledgerCall: { key: string; refusal: Promise<IntentRefusal | null> } | null = null;
  /** By operation key: a ledger event may report a decline while the ledger's response is still awaited. */
  readonly #declines = new Map<string, IntentRefusal>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#db = openDatabase(env.DB);
    const config = readConfig(env);
    this.#ledger = ledgerFor(config, env);
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

  /** The intent as of now, with its deadline applied; null for an unknown id, for which nothing is stored. */
  async find(): Promise<PaymentIntent | null> {
    const result = await this.execute({ type: "expire" }, SYSTEM);
    return result.ok ? result.value : null;
  }

  async execute(command: IntentCommand, cause: Cause): Promise<Result<PaymentIntent, IntentRefusal>> {
    await this.#load();
    this.#rearmIfLost();
    const versionBefore = this.#document?.intent.version;
    const refusal =
      this.#decide(command, cause) ?? (await this.#transfer(STARTS_TRANSFER[command.type], cause));
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
      await this.#load();
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

  /** Sets the field and returns nothing: a document that a caller keeps across an await would be stale. */
  async #load(): Promise<void> {
    // Reading storage first makes a replaced instance fail instead of responding from outdated memory.
    const stored = this.ctx.storage.kv.get<IntentDocument>(DOCUMENT);
    if (this.#document !== null) return;
    if (stored !== undefined) {
      this.#document = stored;
      this.#isStored = true;
      return;
    }
    const id = this.ctx.id.name;
    const intent = id === undefined ? null : await findIntent(this.#db, id);
    if (intent === null || this.#document !== null) return;
    this.#document = newDocument(intent);
    // An operation in D1 without a stored document means that storage was lost: commit it again to set its alarm.
    if (intent.operation !== null) this.#commit(this.#document, this.#document);
  }

  /** Reads, decides and commits without interruption: there must be no await in here. */
  #decide(command: IntentCommand, cause: Cause): IntentRefusal | null {
    const document = this.#document;
    if (document === null) return "not_found";
    const decision = decide(document.intent, command, Date.now());
    if (decision.intent !== document.intent) {
      this.#commit(document, applyDecision(document, decision, cause, newEventId));
    }
    const decline = declineIn(command, document.intent, decision.intent);
    if (decline !== null) this.#declines.set(decline.key, decline.refusal);
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

  /** Calls the ledger for an operation that is already stored. Callers that wait for one operation share one call. */
  async #transfer(kind: LedgerOperation["kind"] | undefined, cause: Cause): Promise<IntentRefusal | null> {
    const intent = this.#document?.intent;
    if (!intent?.operation || intent.operation.kind !== kind) return null;
    const { operation } = intent;
    if (this.#ledgerCall?.key !== operation.key) {
      const refusal = this.#callLedger(intent, operation, cause).finally(() => {
        if (this.#ledgerCall?.key === operation.key) this.#ledgerCall = null;
      });
      this.#ledgerCall = { key: operation.key, refusal };
    }
    return await this.#ledgerCall.refusal;
  }

  async #callLedger(
    intent: PaymentIntent,
    operation: LedgerOperation,
    cause: Cause,
  ): Promise<IntentRefusal | null> {
    const result = await this.#transferResult(intent, operation);
    this.#decide({ type: "record_transfer_result", key: operation.key, result }, cause);
    return this.#declines.get(operation.key) ?? null;
  }

  /** Looks up an accepted transaction. If the ledger no longer knows it, the transfer is retried under its key. */
  async #transferResult(intent: PaymentIntent, operation: LedgerOperation): Promise<TransferResult> {
    if (operation.transactionId !== null) {
      const found = await this.#ledger.findTransfer(operation.transactionId);
      if (found.outcome !== "unknown") return found;
    }
    return await this.#ledger.transfer(transferFor(intent, operation));
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
    if (this.#document === null) await this.#load();
    if (this.#document === null || (isAtRest(this.#document) && !this.#isStored)) return;
    const { id } = this.#document.intent;
    const isDue = isDeletable(this.#document, Date.now());
    const version = isDue ? await projectedVersion(this.#db, id) : null;
    const document = this.#document;
    if (!isDue || !isDeletable(document, Date.now())) return this.#commit(document, afterAlarm(document));
    if (version === null || version < document.intent.version) {
      log("error", "projection_lost", { intent_id: id, version, expected: document.intent.version });
      this.#commit(document, toBeProjectedAgain(document));
      return await this.#drainDocument();
    }
    const deleted = this.ctx.storage.deleteAll();
    this.#document = { ...document, alarmAt: null };
    this.#isStored = false;
    await deleted;
  }
}

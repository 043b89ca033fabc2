// The only writer of its intent. It loads the intent, lets domain/decide.ts decide, commits state, outbox and alarm
// together, and then writes to D1 and the queues. It has no rules of its own.
import { DurableObject } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import { ledgerFor } from "../composition.ts";
import { readConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { findIntent } from "../db/payment-intents.ts";
import { type FirstDelivery, projectIntent } from "../db/projection.ts";
import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import { decide } from "../domain/decide.ts";
import type { TransferResult } from "../domain/ledger.ts";
import type { LedgerOperation, PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause, Ledger } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { queueDeliveries } from "../webhooks/message.ts";
import {
  afterAlarm,
  applyDecision,
  balanceUpdates,
  type IntentDocument,
  isAtRest,
  isDrained,
  newDocument,
  wakeAt,
  withoutDrained,
} from "./intent-document.ts";
import { declineIn, transferFor } from "./ledger-operation.ts";

const DOCUMENT = "document";
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
  readonly #publicUrl: string;
  #document: IntentDocument | null = null;
  #ledgerCall: { key: string; refusal: Promise<IntentRefusal | null> } | null = null;
  #drain: { document: IntentDocument; stored: Promise<void> } | null = null;
  /** By event id: the sending of its queue message, so that it is sent once and every caller waits for it. */
  readonly #queueing = new Map<string, Promise<void>>();
  /** By operation key: a ledger event may report a decline while the ledger's response is still awaited. */
  readonly #declines = new Map<string, IntentRefusal>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#db = openDatabase(env.DB);
    const config = readConfig(env);
    this.#publicUrl = config.publicUrl;
    this.#ledger = ledgerFor(config, env);
  }

  /** The intent as of now, with its deadline applied; null for an unknown id, for which nothing is stored. */
  async find(): Promise<PaymentIntent | null> {
    const result = await this.execute({ type: "expire" }, SYSTEM);
    return result.ok ? result.value : null;
  }

  async execute(command: IntentCommand, cause: Cause): Promise<Result<PaymentIntent, IntentRefusal>> {
    await this.#load();
    const versionBefore = this.#document?.intent.version;
    const refusal =
      this.#decide(command, cause) ?? (await this.#transfer(STARTS_TRANSFER[command.type], cause));
    if (this.#document?.intent.version !== versionBefore) await this.#drainToDatabase();
    if (refusal !== null) return err(refusal);
    return this.#document === null ? err("not_found") : ok(this.#document.intent);
  }

  /** Runs at least once, at any time. It must not throw: after six failed retries the platform drops an alarm. */
  override async alarm(): Promise<void> {
    try {
      await this.#load();
      if (this.#document === null) return;
      this.#document = { ...this.#document, alarmAt: null };
      this.#decide({ type: "expire" }, SYSTEM);
      await this.#transfer(this.#document.intent.operation?.kind, SYSTEM);
      await this.#drainToDatabase();
    } catch (error) {
      log("error", "alarm_failed", { intent_id: this.ctx.id.name, error });
    }
    await this.#deleteOrRearm();
  }

  /** Sets the field and returns nothing: a document that a caller keeps across an await would be stale. */
  async #load(): Promise<void> {
    // Reading storage first makes a replaced instance fail instead of responding from outdated memory.
    const stored = this.ctx.storage.kv.get<IntentDocument>(DOCUMENT);
    if (this.#document !== null) return;
    if (stored !== undefined) {
      this.#document = stored;
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
    const isArmedInTime = next.alarmAt !== null && next.alarmAt > now && next.alarmAt <= wake;
    const committed = isArmedInTime ? next : { ...next, alarmAt: wake };
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.kv.put(DOCUMENT, committed);
      if (!isArmedInTime) this.ctx.waitUntil(this.ctx.storage.setAlarm(wake));
    });
    this.#document = committed;
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

  /** Writes the change to D1. If D1 fails, the change is still committed here, and the alarm retries. */
  async #drainToDatabase(): Promise<void> {
    const document = this.#document;
    if (document === null || isDrained(document)) return;
    if (this.#drain?.document !== document) this.#drain = { document, stored: this.#store(document) };
    await this.#drain.stored;
  }

  async #store(document: IntentDocument): Promise<void> {
    try {
      const due = await projectIntent(this.#db, document.intent, document.outbox, Date.now());
      this.ctx.waitUntil(this.#publish(document, due));
    } catch (error) {
      this.#forgetDrain(document);
      log("error", "projection_failed", { intent_id: document.intent.id, error });
    }
  }

  /** Sends the queue messages of a document that D1 has, then removes all that was sent from the outbox. */
  async #publish(drained: IntentDocument, due: readonly FirstDelivery[]): Promise<void> {
    try {
      await this.#queueDeliveries(due);
      const settled = balanceUpdates(drained, this.#publicUrl);
      if (settled.length > 0) await this.env.WALLET_EVENTS.sendBatch(settled.map((body) => ({ body })));
    } catch (error) {
      this.#forgetDrain(drained);
      log("error", "queue_send_failed", { intent_id: drained.intent.id, error });
      return;
    }
    if (this.#document !== null) this.#commit(this.#document, withoutDrained(this.#document, drained));
  }

  /** Lets the next drain of this document retry it. */
  #forgetDrain(document: IntentDocument): void {
    if (this.#drain?.document === document) this.#drain = null;
  }

  /** While this instance lives, an event is queued only once. */
  async #queueDeliveries(due: readonly FirstDelivery[]): Promise<void> {
    const unsent = due.filter(({ eventId }) => !this.#queueing.has(eventId));
    const sending = queueDeliveries(this.env.WEBHOOKS, unsent);
    for (const { eventId } of unsent) this.#queueing.set(eventId, sending);
    try {
      await Promise.all(due.map(({ eventId }) => this.#queueing.get(eventId)));
    } catch (error) {
      for (const { eventId } of unsent) this.#queueing.delete(eventId);
      throw error;
    }
  }

  /** Deletes the document of an intent at rest, which then costs nothing: a later call loads the intent from D1. */
  async #deleteOrRearm(): Promise<void> {
    const document = this.#document;
    if (document === null) return;
    if (!isAtRest(document)) {
      this.#commit(document, afterAlarm(document));
      return;
    }
    const deleted = this.ctx.storage.deleteAll();
    this.#document = { ...document, alarmAt: null };
    await deleted;
  }
}

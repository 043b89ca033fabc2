// The only writer of its intent. It loads the intent, lets domain/payment-intents/decide.ts decide, commits state, outbox and alarm
// together, and then writes to the database and the queues. It has no rules of its own.
import { DurableObject } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { TransferResult } from "#core/domain/ledger.ts";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import {
  type IntentCommand,
  type IntentRefusal,
  type ObjectRefusal,
  refusedWithStatus,
} from "#core/domain/payment-intents/commands.ts";
import { decide, startsOperation } from "#core/domain/payment-intents/decide.ts";
import type {
  DrawnIntent,
  InsertedIntent,
  IntentToInsert,
  LedgerOperation,
  PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { placedId } from "#core/domain/shards/shard-ids.ts";
import { log } from "#core/lib/log.ts";
import { withOwnTiming } from "#core/lib/timing.ts";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPngDataUri } from "#core/qr/png.ts";
import { admit, type CommandReads } from "./admit.ts";
import { DatabaseCheck } from "./database-check.ts";
import { DocumentStore } from "./document-store.ts";
import { beginEnding, cancelEnding, isEnding, mayArriveForMs, noteAttempt } from "./end-operation.ts";
import {
  afterAlarm,
  applyDecision,
  hasLostAlarm,
  type IntentDocument,
  isAtRest,
  isBehind,
  isDeletable,
  withoutPublished,
} from "./intent-document.ts";
import { intentQueue } from "./intent-queue.ts";
import { readerOfShop } from "./intent-reads.ts";
import { LedgerCalls, STARTS_TRANSFER } from "./ledger-calls.ts";
import { confirmClose, LiveSockets, refuseMessage } from "./live-sockets.ts";
import { logRefund } from "./log-refund.ts";
import type { ObjectDependencies } from "./object-dependencies.ts";
import { OutboxPublisher } from "./outbox-publisher.ts";
import { reportIfStuck } from "./stuck-operation.ts";
import { reportWork } from "./unfinished-work.ts";

const FAILED_ALARM_DELAY_MS = 10_000;
/** From then on, those who wait are told that the payment is being processed. */
const SLOW_MS = 1_000;
const SYSTEM: Actor = { client: "system", requestId: null };

export class PaymentIntentObject extends DurableObject<Env> {
  readonly #ledger: LedgerCalls;
  readonly #publisher: OutboxPublisher;
  readonly #store: DocumentStore;
  readonly #check: DatabaseCheck;
  readonly #live: LiveSockets;
  readonly #config: ObjectDependencies["config"];
  /** Drawing it takes longer than the rest of a read. It never changes, and is drawn again after an eviction. */
  #qrCodeUrl: string | undefined;
  /** While it runs, no alarm is set, and none is lost. */
  #isAlarmRunning = false;

  /** The platform gives the first two, an entry's own class the third. */
  constructor(ctx: DurableObjectState, env: Env, { config, shards, ledger }: ObjectDependencies) {
    super(ctx, env);
    this.#store = new DocumentStore(ctx, shards);
    const { id } = this.#store;
    this.#config = config;
    this.#ledger = new LedgerCalls(ledger, config.masterKeys);
    this.#live = new LiveSockets(ctx, config);
    this.#publisher = new OutboxPublisher({
      shard: () => this.#store.shard,
      nextToPublish: (document) => this.#store.nextToPublish(document),
      webhooks: intentQueue(env, "WEBHOOKS", id),
      walletEvents: intentQueue(env, "WALLET_EVENTS", id),
      ledgerEvents: env.LEDGER_EVENTS,
      sender: config,
      waitUntil: (work) => ctx.waitUntil(work),
      onPublished: (published) => {
        const before = this.#document;
        if (before === null) return;
        const after = this.#store.commit(before, withoutPublished(before, published, Date.now()));
        const hasMoved = after.overflow?.drainedTo !== before.overflow?.drainedTo;
        if (hasMoved && isBehind(after)) ctx.waitUntil(this.#publisher.run(after));
      },
    });
    this.#check = new DatabaseCheck(this.#store, this.#publisher);
  }

  get #document(): IntentDocument | null {
    return this.#store.document;
  }

  /** Returns null when the intent exists, or may not be created. */
  async create(intent: IntentToInsert): Promise<Result<InsertedIntent | null, ObjectRefusal>> {
    try {
      return ok(await this.#store.insert(intent));
    } catch (error) {
      log("error", "create_failed", { intent_id: intent.id, error });
      return err("unavailable");
    }
  }

  /** The intent as of now, with its deadline applied. Nothing is stored for an unknown id. */
  async find(isDrawn: boolean, withRestrictions = false): Promise<Result<DrawnIntent, ObjectRefusal>> {
    const { read, seen } = readerOfShop();
    return await withOwnTiming(async () => {
      const found = await this.#execute({ type: "expire" }, SYSTEM, withRestrictions ? { read } : {});
      const shown = isDrawn ? this.#drawn(found) : found;
      return shown.ok ? ok({ ...shown.value, ...seen }) : shown;
    });
  }

  /** Opens a WebSocket for the Worker, which has checked the request. */
  override async fetch(request: Request): Promise<Response> {
    return this.#live.open(request, this.#drawn(await this.#execute({ type: "expire" }, SYSTEM)));
  }

  override webSocketMessage(socket: WebSocket): void {
    refuseMessage(socket);
  }

  override webSocketClose(socket: WebSocket): void {
    confirmClose(socket);
  }

  async execute(
    command: IntentCommand,
    actor: Actor,
    check?: RestrictionsCheck,
  ): Promise<Result<PaymentIntent, ObjectRefusal>> {
    return await withOwnTiming(() => this.#execute(command, actor, { check }));
  }

  #drawn(found: Result<PaymentIntent, ObjectRefusal>): Result<DrawnIntent, ObjectRefusal> {
    if (!found.ok || found.value.status !== "pending") return found;
    this.#qrCodeUrl ??= qrPngDataUri(qrPayload(found.value));
    return ok({ ...found.value, qrCodeUrl: this.#qrCodeUrl });
  }

  async #execute(
    sent: IntentCommand,
    actor: Actor,
    reads: CommandReads = {},
  ): Promise<Result<PaymentIntent, ObjectRefusal>> {
    const admitted = await admit(this.#store, sent, reads);
    if (!admitted.ok) return admitted;
    const command = admitted.value;
    this.#store.storeLost();
    this.#rearmIfLost();
    this.#checkIfIdle();
    const declined = await this.#ledger.refuseDeclined(command, this.#document?.intent);
    if (declined !== null) return declined;
    if (command.type === "refund") await this.#queueWakeUp(command);
    const versionBefore = this.#document?.intent.version;
    const refusal = this.#decide(command, actor) ?? (await this.#startTransfer(command, actor));
    if (this.#document?.intent.version !== versionBefore) await this.#publishDocument();
    if (refusal === "operation_may_still_arrive")
      return { ...err(refusal), retryAfterMs: mayArriveForMs(this.#store) };
    if (refusal !== null) return refusedWithStatus(refusal, this.#document?.intent.status);
    return this.#document === null ? err("not_found") : ok(this.#document.intent);
  }

  /** Runs at least once, at any time. While work is left it returns only with the next alarm set. */
  override async alarm(): Promise<void> {
    this.#isAlarmRunning = true;
    try {
      await this.#catchUp();
      await this.#deleteOrRearm();
    } catch (error) {
      log("error", "alarm_failed", { intent_id: this.#store.id, error });
      // There is no document to commit. If this fails as well, the platform retries the alarm itself.
      await this.ctx.storage.setAlarm(Date.now() + FAILED_ALARM_DELAY_MS);
    } finally {
      this.#isAlarmRunning = false;
    }
  }

  /** Does what is due. A failure is logged, and must not keep the next alarm from being set. */
  async #catchUp(): Promise<void> {
    try {
      if (!(await this.#store.load())) throw new Error("the intent could not be loaded");
      this.#store.storeLost();
      if (this.#document === null) return;
      this.#store.noteAlarm(this.#document);
      this.#decide({ type: "expire" }, SYSTEM);
      await this.#transfer(this.#document.intent.operation?.kind, SYSTEM);
      this.#store.amend(reportIfStuck(this.#document, Date.now()));
      await this.#publishDocument();
      await reportWork(this.#store, Date.now());
    } catch (error) {
      log("error", "alarm_failed", { intent_id: this.#store.id, error });
    }
  }

  /** The alarm is all that stands behind unfinished work; a lost one is set again by whoever comes next. */
  #rearmIfLost(): void {
    const document = this.#document;
    const needsAlarm = this.#store.isStored && !this.#isAlarmRunning;
    if (document === null || !needsAlarm || !hasLostAlarm(document, Date.now())) return;
    log("warn", "alarm_lost", { intent_id: document.intent.id, due_at: document.alarmAt });
    this.#store.commit(document, { ...document, alarmAt: null });
  }

  /** Reads, decides and commits without interruption: there must be no await in here. */
  #decide(command: IntentCommand, actor: Actor): IntentRefusal | null {
    const document = this.#document;
    if (document === null) return "not_found";
    const now = Date.now();
    const decision = decide(document.intent, command, now);
    if (decision.intent !== document.intent) {
      const { environment } = this.#config;
      const newId = () => placedId(newEventId(), document.intent, document.place?.length ?? 0);
      const decided = applyDecision(document, decision, actor, { environment, newId });
      this.#store.commit(document, decided);
      this.#live.tell(decided.intent);
      this.ctx.waitUntil(logRefund(decided, decision, this.#config.masterKeys));
    }
    this.#ledger.noteDecline(command, document.intent, decision.intent, now);
    return decision.refusal;
  }

  /** Until the database has the refund, the sweep cannot find it: if the alarm is lost as well, this message resumes it. */
  async #queueWakeUp(command: IntentCommand): Promise<void> {
    const intent = this.#document?.intent;
    if (intent !== undefined && startsOperation(intent, command, Date.now()))
      await this.#publisher.queueWakeUp(intent.id);
  }

  /** A refund is in the database before the ledger is called: should all else be lost, the sweep finds it there. */
  async #startTransfer(command: IntentCommand, actor: Actor): Promise<ObjectRefusal | null> {
    if (command.type === "refund") await this.#publishDocument();
    if (command.type !== "end_operation") return await this.#transfer(STARTS_TRANSFER[command.type], actor);
    return await this.#transfer(this.#document?.intent.operation?.kind, actor, "end");
  }

  async #transfer(
    kind: LedgerOperation["kind"] | undefined,
    actor: Actor,
    action: "run" | "end" = "run",
  ): Promise<ObjectRefusal | null> {
    const intent = this.#document?.intent;
    if (!intent?.operation || intent.operation.kind !== kind) return null;
    const { operation } = intent;
    const record = (result: TransferResult) => {
      this.#decide({ type: "record_transfer_result", key: operation.key, result }, actor);
      return this.#document?.intent ?? intent;
    };
    if (action === "end") {
      const refusal = await this.#ledger.end(intent, operation, record, () =>
        beginEnding(this.#store, operation.key),
      );
      if (refusal === "transaction_exists" || refusal === "keys_not_searchable") cancelEnding(this.#store);
      return refusal;
    }
    if (isEnding(this.#store)) {
      const isDecided = await this.#ledger.isDecided(operation);
      if (!isDecided || this.#document?.intent.operation?.key !== operation.key) return null;
      cancelEnding(this.#store);
    }
    noteAttempt(this.#store);
    const slow = setTimeout(() => this.#live.tell(this.#document?.intent ?? intent, true), SLOW_MS);
    try {
      return await this.#ledger.run(intent, operation, record);
    } finally {
      clearTimeout(slow);
    }
  }

  async #publishDocument(): Promise<void> {
    if (this.#document !== null) await this.#publisher.run(this.#document);
  }

  /** Checks in the background, because the caller's intent is right whatever the database has. */
  #checkIfIdle(): void {
    const document = this.#document;
    if (document === null || !this.#store.isStored || this.#isAlarmRunning) return;
    if (this.#check.isDue(document, Date.now())) this.ctx.waitUntil(this.#check.confirmStored(document));
  }

  /**
   * Deletes the document of an intent that has been at rest for long, once the database is seen to have it: the object then costs
   * nothing, and a later call loads the intent from the database.
   */
  async #deleteOrRearm(): Promise<void> {
    // A read that failed leaves no document, but perhaps one in storage.
    if (!(await this.#store.load())) throw new Error("the intent could not be loaded");
    if (this.#document === null || (isAtRest(this.#document) && !this.#store.isStored)) return;
    const document = this.#document;
    const isSeen = isDeletable(document, Date.now()) && (await this.#check.confirmStored(document));
    if (isSeen && this.#document === document) return await this.#store.deleteStored(document);
    this.#store.commit(this.#document, afterAlarm(this.#document));
  }
}

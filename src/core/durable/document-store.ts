// An object's document: in memory, in storage, and with the alarm that stands behind it. Only `commit` stores it.
import type { Shard } from "#core/db/client.ts";
import { createIntent, hasIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import type { InsertedIntent, IntentToInsert } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import { isUnknownAtHome } from "#core/shards/keyed-ids-at-home.ts";
import type { Shards } from "#core/shards/shards.ts";
import { nextToPublish, sentIds, splitEvents, storeEvents } from "./event-overflow.ts";
import {
  alarmLeadMs,
  DOCUMENT_SCHEMA,
  type IntentDocument,
  newDocument,
  withAlarm,
} from "./intent-document.ts";
import { type ReadIntent, readIntent } from "./intent-reads.ts";
import { withOperationAge } from "./stuck-operation.ts";

const DOCUMENT = "document";

export class DocumentStore {
  readonly id: string;
  readonly shards: Shards;
  readonly #ctx: DurableObjectState;
  #shardOfNew: Shard | undefined;
  #inserting = 0;
  #document: IntentDocument | null = null;
  #isStored = false;
  #alarmLeadMs = 0;

  constructor(ctx: DurableObjectState, shards: Shards) {
    this.id = ctx.id.name ?? "";
    this.shards = shards;
    this.#ctx = ctx;
  }

  /** Where the intent's row is, once the document is loaded. */
  get shard(): Shard {
    return this.shards.named(this.#document?.place ?? HOME);
  }

  /** Returns null until it is loaded, and for an unknown id. */
  get document(): IntentDocument | null {
    return this.#document;
  }

  /** Whether the document is in storage as well: one that was only read from the database has nothing to do. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /**
   * Sets the document and returns whether it could: one that a caller keeps across an await would be stale. Returns false when
   * the database is needed and fails, and when a later release stored the document. It stores nothing: it may run beside a guard.
   */
  async load(read?: ReadIntent): Promise<boolean> {
    const isReadable = this.look();
    if (isReadable !== null) return isReadable;
    await this.shards.check(Date.now());
    const found = await readIntent(() => this.shards.of(this.id), this.id, read);
    if (found === undefined) return false;
    if (found === null || this.#document !== null) return true;
    this.#document = newDocument(found.intent, found.shard.name);
    return true;
  }

  /** Does what `load` does, from memory and storage alone: null when neither has it. It is repeated after an await. */
  look(): boolean | null {
    // Reading storage first makes a replaced instance fail instead of responding from outdated memory.
    const stored = this.#ctx.storage.kv.get<IntentDocument>(DOCUMENT);
    if (this.#document !== null) return true;
    if (stored === undefined) return null;
    this.#isStored = true;
    // After a rollback, this code would misunderstand it: it must neither be used nor overwritten.
    if (stored.schema > DOCUMENT_SCHEMA) {
      log("error", "document_too_new", { intent_id: stored.intent.id, schema: stored.schema });
      return false;
    }
    this.#document = stored;
    return true;
  }

  /** An operation in the database without a stored document means that storage was lost: it is stored again, with its alarm. */
  storeLost(): void {
    const document = this.#document;
    if (document !== null && !this.#isStored && document.intent.operation !== null)
      this.commit(document, document);
  }

  /**
   * Inserts the row of an intent, unless another shard has it; null when nothing was inserted. Requests that are in the
   * object at once all insert in one shard, even while a setting begins: there the id decides. Throws when a shard fails.
   */
  async insert(intent: IntentToInsert): Promise<InsertedIntent | null> {
    await this.shards.check(Date.now());
    // It has to come after the await, or a replaced instance would insert from outdated memory.
    if (this.#ctx.storage.kv.get(DOCUMENT) !== undefined || this.#document !== null) return null;
    this.#shardOfNew ??= this.shards.ofNew(intent.id, intent.createdAt);
    const shard = this.#shardOfNew;
    this.#inserting++;
    try {
      return await this.#insertIn(shard, intent);
    } finally {
      // A later request has what has changed meanwhile.
      if (--this.#inserting === 0) this.#shardOfNew = undefined;
    }
  }

  async #insertIn(shard: Shard, intent: IntentToInsert): Promise<InsertedIntent | null> {
    const others = this.shards.of(intent.id).filter((other) => other.name !== shard.name);
    const isElsewhere = async (other: Shard) =>
      !(other.name === HOME && (await this.#isUnknownAtHome(intent))) && (await hasIntent(other, intent.id));
    const found = await Promise.all(others.map(isElsewhere));
    const inserted = found.includes(true) ? null : await createIntent(this.shards, shard, intent);
    // The first poll then reads nothing.
    if (inserted !== null && this.#document === null)
      this.#document = newDocument(inserted.intent, shard.name);
    return inserted;
  }

  /** The cell in which the intent would be new says so. */
  async #isUnknownAtHome({ id, merchantId, createdAt }: IntentToInsert): Promise<boolean> {
    const cell = this.shards.ofNew(id, createdAt);
    return cell.name !== HOME && (await isUnknownAtHome(cell, merchantId, id));
  }

  /** Commits state, outbox and alarm together, or none of them. Returns what is now the document. */
  commit(decidedOn: IntentDocument, next: IntentDocument): IntentDocument {
    if (this.#document !== decidedOn) throw new Error("the document changed during the decision");
    const now = Date.now();
    const { document: committed, moved } = splitEvents(
      withAlarm(withOperationAge(next, now), now, this.#alarmLeadMs),
    );
    this.#ctx.storage.transactionSync(() => {
      storeEvents(this.#ctx.storage.kv, moved, committed.intent);
      this.#ctx.storage.kv.put(DOCUMENT, committed);
      if (committed.alarmAt !== next.alarmAt)
        this.#ctx.waitUntil(this.#ctx.storage.setAlarm(committed.alarmAt));
    });
    this.#document = committed;
    this.#isStored = true;
    return committed;
  }

  /**
   * The alarm fires: the next commit sets another. One that comes early would come at once again if it were set as before; one that
   * fires twice says so once.
   */
  noteAlarm(document: IntentDocument): void {
    if (document.alarmAt === null) return;
    this.#alarmLeadMs = alarmLeadMs(document, Date.now());
    this.amend({ ...document, alarmAt: null });
  }

  nextToPublish(document: IntentDocument): IntentDocument {
    return nextToPublish(this.#ctx.storage.kv, document);
  }

  sentIds(document: IntentDocument): string[] {
    return sentIds(this.#ctx.storage.kv, document);
  }

  /** Stores what does not change when the alarm is due. */
  keep(document: IntentDocument): void {
    this.#ctx.storage.kv.put(DOCUMENT, document);
    this.#document = document;
    this.#isStored = true;
  }

  /** Changes the document in memory: the next commit stores it. */
  amend(document: IntentDocument): void {
    this.#document = document;
  }

  /** Empties storage, the alarm included. The document stays in memory. */
  async deleteStored(document: IntentDocument): Promise<void> {
    const deleted = this.#ctx.storage.deleteAll();
    const { overflow: _, ...kept } = document;
    this.#document = { ...kept, alarmAt: null };
    this.#isStored = false;
    await deleted;
  }
}

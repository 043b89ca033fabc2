// Whether the database still has what the object has given it: it may have been restored.
import { log } from "#core/lib/log.ts";
import type { DocumentStore } from "./document-store.ts";
import { type IntentDocument, isAtRest, toBeProjectedAgain } from "./intent-document.ts";
import { isProjected } from "./intent-reads.ts";
import type { OutboxPublisher } from "./outbox-publisher.ts";

/** A read checks when the last change and the last check are this long ago. */
const CHECK_INTERVAL_MS = 10 * 60_000;

export class DatabaseCheck {
  readonly #store: DocumentStore;
  readonly #publisher: OutboxPublisher;
  /** When the database was last seen to have everything, or to lack it. */
  #checkedAt = 0;

  constructor(store: DocumentStore, publish: OutboxPublisher) {
    this.#store = store;
    this.#publisher = publish;
  }

  isDue(document: IntentDocument, now: number): boolean {
    return (
      isAtRest(document) && now >= Math.max(document.intent.updatedAt, this.#checkedAt) + CHECK_INTERVAL_MS
    );
  }

  /** Whether the database has all of the document. If it has not, all of it is written again. */
  async confirmStored(document: IntentDocument): Promise<boolean> {
    this.#checkedAt = Date.now();
    const isSeen = await isProjected(this.#store.shard, document, this.#store.sentIds(document));
    if (isSeen === false && this.#store.document === document) {
      log("error", "projection_lost", { intent_id: document.intent.id, version: document.intent.version });
      await this.#publisher.run(this.#store.commit(document, toBeProjectedAgain(document)));
    }
    return isSeen === true;
  }
}

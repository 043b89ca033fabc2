// Carries what an object has committed to the database and then to the queues.
import type { Shard } from "#core/db/client.ts";
import { type FirstDelivery, projectIntent } from "#core/db/payment-intents/projection.ts";
import { markBusEventsDue } from "#core/db/wallet/bus.ts";
import type { UnprojectedMessage } from "#core/domain/ports/payment-intents.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { log } from "#core/lib/log.ts";
import { type DeliveryMessage, queueDeliveries } from "#core/webhooks/message.ts";
import type { Sender } from "#core/wire/wallet/cloud-events.ts";
import { type IntentDocument, isPublished, walletMessages } from "./intent-document.ts";
import { DATABASE_TIMEOUT_MS } from "./intent-reads.ts";

/** Nobody waits for the queues, but a send that never ends must not keep the next one from being tried. */
const QUEUE_TIMEOUT_MS = 30_000;
/** A refund waits for its wake-up message, but not for long. */
const WAKE_UP_TIMEOUT_MS = 5_000;
/** After this time the alarm of the unfinished work has fired, or is presumed lost. */
const WAKE_UP_DELAY_SECONDS = 90;

interface OutboxPublisherOptions {
  shard: () => Shard;
  /** The document with what the database and the queues get next; by default, all of it. */
  nextToPublish?: (document: IntentDocument) => IntentDocument;
  webhooks: Queue<DeliveryMessage>;
  walletEvents: Queue<WalletEventMessage>;
  ledgerEvents: Queue<UnprojectedMessage>;
  sender: Sender;
  waitUntil: (work: Promise<void>) => void;
  /** The database and the queues have everything in this state of the document. */
  onPublished: (published: IntentDocument) => void;
}

export class OutboxPublisher {
  readonly #options: OutboxPublisherOptions;
  #current: { document: IntentDocument; stored: Promise<void> } | null = null;
  /** The sending of each event's queue message, by event id: it is sent once, and every caller waits for it. */
  readonly #queueing = new Map<string, Promise<void>>();

  constructor(options: OutboxPublisherOptions) {
    this.#options = options;
  }

  /**
   * Writes the document to the database, and to the queues in the background. Never throws, and returns while the
   * database is still busy after the deadline: what fails or takes long, the alarm retries.
   */
  async run(document: IntentDocument): Promise<void> {
    if (isPublished(document)) return;
    if (this.#current?.document !== document) this.#current = { document, stored: this.#store(document) };
    await this.#current.stored;
  }

  /** The sweep cannot find a change that is not in the database. If the alarm is lost as well, this message resumes the work. */
  async queueWakeUp(unprojectedIntentId: string): Promise<void> {
    const options = { delaySeconds: WAKE_UP_DELAY_SECONDS };
    const sending = this.#options.ledgerEvents.send({ unprojectedIntentId }, options);
    try {
      await withinDeadline(sending, WAKE_UP_TIMEOUT_MS);
    } catch (error) {
      log("error", "queue_send_failed", { intent_id: unprojectedIntentId, error });
    }
  }

  async #store(document: IntentDocument): Promise<void> {
    const { shard, waitUntil, nextToPublish = (whole: IntentDocument) => whole } = this.#options;
    try {
      const next = nextToPublish(document);
      const projecting = projectIntent(shard(), next.intent, next.outbox, Date.now()).then((due) =>
        waitUntil(this.#publish(document, next, due)),
      );
      await withinDeadline(projecting, DATABASE_TIMEOUT_MS);
    } catch (error) {
      this.#forget(document);
      log("error", "projection_failed", { intent_id: document.intent.id, error });
      // After a retry by an alarm, the message is already in the queue.
      if (document.drainFailures === 0) this.#options.waitUntil(this.queueWakeUp(document.intent.id));
    }
  }

  async #publish(
    document: IntentDocument,
    published: IntentDocument,
    due: readonly FirstDelivery[],
  ): Promise<void> {
    const { walletEvents, sender } = this.#options;
    const messages = walletMessages(published, sender);
    try {
      await this.#queueDeliveries(due);
      if (messages.length > 0) {
        await withinDeadline(walletEvents.sendBatch(messages.map((body) => ({ body }))), QUEUE_TIMEOUT_MS);
      }
    } catch (error) {
      this.#forget(document);
      log("error", "queue_send_failed", { intent_id: document.intent.id, error });
      if (messages.length > 0) await this.#leaveToSweep(document, messages);
      return;
    }
    this.#options.onPublished(published);
  }

  /** The alarm sends them again. If it is lost as well, only the sweep can, as it does with webhooks. */
  async #leaveToSweep({ intent }: IntentDocument, messages: readonly WalletEventMessage[]): Promise<void> {
    const eventIds = messages.map(({ id }) => id);
    try {
      await markBusEventsDue(this.#options.shard(), intent.merchantId, eventIds, Date.now());
    } catch (error) {
      log("error", "bus_event_not_marked", { intent_id: intent.id, error });
    }
  }

  /** Lets the next run for this document retry it. */
  #forget(document: IntentDocument): void {
    if (this.#current?.document === document) this.#current = null;
  }

  /** While this instance lives, an event is queued only once. */
  async #queueDeliveries(due: readonly FirstDelivery[]): Promise<void> {
    if (due.length === 0) return;
    const unsent = due.filter(({ eventId }) => !this.#queueing.has(eventId));
    const sending = withinDeadline(queueDeliveries(this.#options.webhooks, unsent), QUEUE_TIMEOUT_MS);
    for (const { eventId } of unsent) this.#queueing.set(eventId, sending);
    try {
      await Promise.all(due.map(({ eventId }) => this.#queueing.get(eventId)));
    } catch (error) {
      for (const { eventId } of unsent) this.#queueing.delete(eventId);
      throw error;
    }
  }
}

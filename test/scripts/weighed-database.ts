// Payments as a coffee bar makes them, written to SQLite by the service's own statements, and what the pages weigh.
import { v4, v7 } from "uuid";
import { openDatabase } from "#core/db/client.ts";
import { insertIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import { projectIntent } from "#core/db/payment-intents/projection.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { listPendingDeliveries, openDelivery } from "#core/db/webhooks/deliveries.ts";
import { recordSuccesses } from "#core/db/webhooks/delivery-outcome.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { applyDecision, newDocument } from "#core/durable/intent-document.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { cleanUp } from "#core/services/operations/clean-up.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import { SimulatedRows } from "../simulate/platform/rows.ts";
import { Random } from "../support/random.ts";

const PAGE_BYTES = 4096;
const METADATA_BYTES = 200;
const ITEMS = ["flat white", "croissant", "lemonade", "brownie", "green tea", "bagel", "muffin", "espresso"];
const WAITERS = ["Maria", "Jonas", "Amina", "Li Wei"];

export class WeighedDatabase {
  readonly #rows = new SimulatedRows();
  readonly db;
  readonly #random = new Random("weight");
  readonly merchantIds: string[];
  #empty = 0;

  constructor(merchants: number) {
    this.db = openDatabase(databaseBinding(this.#rows));
    this.merchantIds = Array.from({ length: merchants }, () => this.#uuid());
  }

  async openShops(): Promise<void> {
    for (const id of this.merchantIds) {
      await this.db.insert(merchants).values({
        id,
        email: `${id}@shop.test`,
        businessName: "Bean & Leaf Coffee",
        status: "active",
        idpClientId: `merchant-${id}`,
        webhookUrl: "https://shop.test/webhooks/payments",
        webhookEvents: ["payment.completed"],
        webhookSecret: "sealed",
        createdAt: 0,
        updatedAt: 0,
      });
    }
    this.#empty = this.#pages();
  }

  /** The pages in use, without those of the empty database. */
  bytes(): number {
    return (this.#pages() - this.#empty) * PAGE_BYTES;
  }

  /** A day of the sweep's clean-up, minute by minute. */
  async cleanUpOn(day: number): Promise<void> {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const clock = () => day + minute * 60_000;
      const shards = { home: this.db };
      const deps = { db: this.db, shards, clock };
      await cleanUp(beginSweep(deps as unknown as Dependencies));
    }
  }

  countOf(rows: string): number {
    return Number(this.#rows.query(`SELECT count(*) AS n FROM ${rows}`)[0]?.n);
  }

  /** A payment of this moment, and its webhook, which the merchant accepts at once. */
  async pay(order: number, at: number): Promise<PaymentIntent> {
    const merchantId = this.merchantIds[order % this.merchantIds.length] ?? "";
    const walletId = this.#uuid();
    const created = await insertIntent(this.db, {
      ...this.#order(order),
      id: this.#idAt(at),
      merchantId,
      createdAt: at,
      expiresAt: at + 1_800_000,
    });
    if (created === null) throw new Error("the intent was not stored");
    const now = at + 20_000;
    const { intent: confirmed } = decide(created.intent, { type: "confirm", walletId }, now);
    const key = confirmed.operation?.key ?? "";
    const result = { outcome: "settled", transactionId: this.#uuid() } as const;
    const decision = decide(confirmed, { type: "record_transfer_result", key, result }, now);
    const actor = { client: `wallet-${walletId}`, requestId: this.#uuid() };
    const options = { environment: "live", newId: () => this.#idAt(now) } as const;
    const document = applyDecision(newDocument(confirmed), decision, actor, options);
    const due = await projectIntent(this.db, document.intent, document.outbox, now);
    for (const { eventId } of due) await this.#deliver(merchantId, eventId, now + 100);
    return document.intent;
  }

  /** What the merchant sends: a description of 60 characters and 200 bytes of metadata. */
  #order(order: number) {
    const random = this.#random;
    const items = Array.from({ length: 3 }, () => random.pick(ITEMS));
    const table = random.integer(1, 40);
    const metadata = JSON.stringify({
      order_id: `A-${this.#digits(7)}`,
      customer_id: this.#uuid(),
      table,
      waiter: random.pick(WAITERS),
      channel: random.pick(["pos", "kiosk", "web"]),
      items: items.slice(1).map((item) => ({ sku: item.slice(0, 3), quantity: random.integer(1, 3) })),
      receipt: "",
    });
    const receipt = this.#digits(METADATA_BYTES - metadata.length);
    return {
      amountMinor: random.integer(250, 5_000),
      currency: "USD",
      description: `Table ${table}: ${items.join(", ")}. Thank you, see you soon again!!`.slice(0, 60),
      reference: `order-${String(order).padStart(8, "0")}`,
      metadataJson: metadata.replace('"receipt":""', `"receipt":"${receipt}"`),
      callbackUrl: null,
      callbackEventsJson: null,
      returnUrl: null,
      createdBy: null,
      counterId: null,
      targetWalletId: null,
      status: "pending",
      eventSequence: 0,
      fingerprint: null,
    } as const;
  }

  async #deliver(merchantId: string, eventId: string, at: number): Promise<void> {
    const [row] = await listPendingDeliveries(this.db, [{ merchantId, eventId }]);
    if (row === undefined) throw new Error("no delivery is pending");
    const { endpoint } = await openDelivery(this.db, row);
    if (endpoint === null) throw new Error("the delivery has no endpoint");
    const { kind: target, url } = endpoint;
    const response = '{"received":true}';
    const logged = {
      at,
      target,
      url,
      status: 200,
      durationMs: 80,
      error: null,
      response,
      nextAttemptAt: null,
    };
    await recordSuccesses(this.db, [{ merchantId, eventId, endedAt: at + 80, logged }]);
  }

  #uuid(): string {
    return v4({ random: this.#random.fill(new Uint8Array(16)) });
  }

  #idAt(msecs: number): string {
    return v7({ msecs, random: this.#random.fill(new Uint8Array(16)) });
  }

  #digits(count: number): string {
    return Array.from({ length: count }, () => this.#random.integer(0, 9)).join("");
  }

  #pages(): number {
    const read = (pragma: string) => Number(Object.values(this.#rows.query(`PRAGMA ${pragma}`)[0] ?? {})[0]);
    return read("page_count") - read("freelist_count");
  }
}

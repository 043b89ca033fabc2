// Whatever is kept of which days, totals are a plain sum of what the databases have.
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import type { Database } from "#core/db/client.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { addUp, type StatementSum, totalsOf } from "#core/domain/payment-intents/totals.ts";
import { addDays, dateIn } from "#core/lib/local-time.ts";
import { readTotals } from "#core/services/payment-intents/totals.ts";
import { HOUR, MINUTE, SECOND } from "../support/clock.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { type ALL_SHARDS, db, deps, seedMerchant } from "../support/seeds.ts";

const ZONES = ["UTC", "Europe/Zurich", "America/New_York", "Pacific/Kiritimati"];
/** The night in which Europe changes its clocks. */
const START = Date.UTC(2026, 9, 24, 21);
/** From a usual commit to an object that has waited for a day. */
const LATE = [0, 900, 1_100, 4_000, 30 * SECOND, 2 * MINUTE, 3 * HOUR, 26 * HOUR];

type Shard = (typeof ALL_SHARDS)[number];

/** A payment or a refund that its shard has. */
interface Movement extends StatementSum {
  intentId: string;
  shard: Shard;
  at: number;
  createdAt: number;
  arrivedAt: number;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: waits() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      amount: fc.integer({ min: 1, max: 9_000 }),
      currency: fc.constantFrom("USD", "CHF"),
      counterId: fc.constantFrom(null, "counter-1"),
      lateMs: fc.constantFrom(...LATE),
      openMs: fc.constantFrom(0, 10 * MINUTE, 5 * HOUR),
      shard: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which: fc.nat(),
      lateMs: fc.constantFrom(...LATE),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      last: fc.constantFrom(0, 0, 0, 1, 3),
      days: fc.constantFrom(1, 1, 2, 8),
      storing: fc.constantFrom("at once", "at once", "never", "after the next reader"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("zone" as const), zone: fc.constantFrom(...ZONES) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("restore" as const), ms: waits(), home: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

function waits() {
  return fc.constantFrom(
    SECOND,
    10 * SECOND,
    55 * SECOND,
    70 * SECOND,
    20 * MINUTE,
    2 * HOUR,
    15 * HOUR,
    30 * HOUR,
  );
}

const pay: Step = { do: "pay", amount: 5, currency: "CHF", counterId: null, lateMs: 0, openMs: 0, shard: 0 };
const wait = (ms: number): Step => ({ do: "wait", ms });
const read = (days: 1 | 8): Step => ({ do: "read", last: 0, days, storing: "at once" });
const pastMidnight = wait(24 * HOUR - (START % (24 * HOUR)) + 2 * SECOND);
const restored: Step = { do: "restore", ms: 20 * MINUTE, home: false };

/** A payment that comes again, one that a day was kept without, the same with a reader between, and a day that was kept as it began. */
const STORIES: [Step[]][] = [
  [[pay, wait(70 * SECOND), read(1), wait(70 * SECOND), read(1), restored, read(1)]],
  [[pay, wait(10 * SECOND), read(1), pay, wait(30 * HOUR), read(8)]],
  [[pay, wait(10 * SECOND), read(1), pay, wait(30 * HOUR), read(1), read(8)]],
  [[pastMidnight, read(1), wait(HOUR), pay, wait(30 * HOUR), read(1), read(8)]],
];

it("totals are the plain sum, whatever came late, was kept, restored, or read at once", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), {
    numRuns: inject("longTests") ? 1_000 : 12,
    ...(inject("longTests") ? {} : { seed: 48 }),
    examples: STORIES,
    endOnFailure: true,
  });
}, 600_000);

async function play(steps: readonly Step[]): Promise<void> {
  const { id: merchantId } = await seedMerchant();
  const shop = new Shop(merchantId);
  for (const each of [...steps, { do: "read" as const, last: 0, days: 8, storing: "at once" as const }]) {
    await shop.take(each as Step);
  }
}

class Shop {
  readonly #id: string;
  #now = START;
  #zone = "UTC";
  #movements: Movement[] = [];
  #waiting: (() => void)[] = [];
  #homes: { at: number; positions: unknown[]; days: unknown[] }[] = [];

  constructor(id: string) {
    this.#id = id;
  }

  async take(step: Step): Promise<void> {
    if (step.do === "wait") this.#now += step.ms;
    if (step.do === "pay") await this.#pay(step);
    if (step.do === "refund") await this.#refund(step);
    if (step.do === "read") await this.#read(step);
    if (step.do === "restore") await this.#restore(step);
    if (step.do === "zone") {
      this.#zone = step.zone;
      await db.run(`UPDATE merchants SET time_zone = '${step.zone}' WHERE id = '${this.#id}'`);
    }
  }

  async #pay({ amount, currency, counterId, lateMs, openMs, shard }: Extract<Step, { do: "pay" }>) {
    const shards = deps.shards.ofMerchant(this.#id);
    const at = this.#now - lateMs;
    await this.#store({
      kind: "payment",
      intentId: newId(at - openMs),
      shard: shards[shard % shards.length] ?? db,
      createdAt: at - openMs,
      at,
      arrivedAt: this.#now,
      counterId,
      currency,
      count: 1,
      amountMinor: BigInt(amount),
    });
  }

  async #refund({ which, lateMs }: Extract<Step, { do: "refund" }>) {
    const at = this.#now - lateMs;
    const refunded = new Set(
      this.#movements.flatMap((each) => (each.kind === "refund" ? each.intentId : [])),
    );
    const open = this.#movements.filter((each) => each.at < at && !refunded.has(each.intentId));
    const payment = open[which % open.length];
    if (payment !== undefined) await this.#store({ ...payment, kind: "refund", at, arrivedAt: this.#now });
  }

  /** Like the batch of a PaymentIntentObject. */
  async #store(movement: Movement): Promise<void> {
    const { kind, intentId, shard, at, createdAt, arrivedAt, counterId, currency, amountMinor } = movement;
    this.#movements.push(movement);
    const eventId = newId(at);
    const latePosition = arrivedAt - at > 1_000 ? uuidSince(arrivedAt) + eventId.slice(13) : null;
    const run = (sql: string, ...values: unknown[]) =>
      shard.$client
        .prepare(sql)
        .bind(...values)
        .run();
    if (kind === "payment")
      await run(
        `INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency, description, status, expires_at,
           created_at, updated_at, completed_at, version, event_sequence, payment_declines, refund_declines, counter_id)
         VALUES (?, ?, '', ?, ?, '', 'completed', 0, ?, 0, ?, 2, 1, 0, 0, ?)`,
        ...[intentId, this.#id, Number(amountMinor), currency, createdAt, at, counterId],
      );
    else
      await run(
        "UPDATE payment_intents SET refund_status = 'completed', updated_at = ? WHERE id = ?",
        ...[at, intentId],
      );
    await run(
      `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts, late_position)
       VALUES (?, ?, ?, 1, ?, '', '', ?, 'none', 0, ?)`,
      ...[this.#id, eventId, intentId, `${kind}.completed`, at, latePosition],
    );
  }

  /** All shards forget what came since then, or home alone with what it keeps of days; the objects bring it again. */
  async #restore({ ms, home }: Extract<Step, { do: "restore" }>) {
    const since = this.#now - ms;
    const isLost = ({ arrivedAt }: Movement) => arrivedAt > since;
    const lost = this.#movements.filter(isLost);
    this.#movements = this.#movements.filter((each) => !isLost(each));
    const rows = rowsOf(this.#id);
    for (const { kind, intentId, at } of lost) {
      await rows.run("DELETE FROM events WHERE intent_id = ? AND created_at = ?", intentId, at);
      await rows.run("DELETE FROM late_movements WHERE intent_id = ? AND kind = ?", intentId, kind);
      await rows.run(
        kind === "payment"
          ? "DELETE FROM payment_intents WHERE id = ?"
          : "UPDATE payment_intents SET refund_status = NULL WHERE id = ?",
        intentId,
      );
    }
    if (home) await this.#restoreHome(since);
    this.#now += 2 * MINUTE;
    for (const each of lost) await this.#store({ ...each, arrivedAt: this.#now });
  }

  async #restoreHome(since: number) {
    const { positions = [], days = [] } = this.#homes.findLast(({ at }) => at <= since) ?? {};
    await sharedRows.run("DELETE FROM kept_days WHERE merchant_id = ?", this.#id);
    await sharedRows.run("DELETE FROM kept_positions WHERE merchant_id = ?", this.#id);
    for (const { until } of positions as { until: number }[])
      await sharedRows.run("INSERT INTO kept_positions VALUES (?, ?)", this.#id, until);
    for (const { day, sums } of days as { day: string; sums: string }[])
      await sharedRows.run("INSERT INTO kept_days VALUES (?, ?, ?)", this.#id, day, sums);
  }

  async #read({ last, days, storing }: Extract<Step, { do: "read" }>) {
    const to = addDays(dateIn(this.#zone, this.#now), -last);
    const from = addDays(to, 1 - days);
    const gate =
      storing === "after the next reader" ? new Promise<void>((open) => this.#waiting.push(open)) : null;
    const earlier = gate === null ? this.#waiting.splice(0) : [];
    const stored: Promise<void>[] = [];
    const reader = { merchantId: this.#id, defer: (work: Promise<void>) => void stored.push(work) };
    const read = await readTotals(
      { ...deps, db: storingDatabase(storing === "never", gate), clock: () => this.#now },
      reader,
      { from, to },
      null,
    );
    if (gate === null) await Promise.all(stored);
    for (const open of earlier) open();
    await settled();
    expect(read).toEqual({ ok: true, value: this.#expected(from, to) });
    const [positions, kept] = await Promise.all([
      sharedRows.all("SELECT until FROM kept_positions WHERE merchant_id = ?", this.#id),
      sharedRows.all("SELECT day, sums FROM kept_days WHERE merchant_id = ?", this.#id),
    ]);
    this.#homes.push({ at: this.#now, positions, days: kept });
  }

  #expected(from: string, to: string) {
    const on = (date: string) =>
      addUp(
        this.#movements
          .filter(({ at }) => dateIn(this.#zone, at) === date)
          .map(({ kind, counterId, currency, count, amountMinor }) => ({
            kind,
            counterId,
            currency,
            count,
            amountMinor,
          })),
      );
    const dates: string[] = [];
    for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
    const { currencies, counters } = totalsOf(addUp(dates.flatMap(on)));
    const days = dates.map((date) => ({ date, currencies: totalsOf(on(date)).currencies }));
    return { from, to, timeZone: this.#zone, currencies, counters, days };
  }
}

/** The first batch reads what is kept, and the second stores it. */
function storingDatabase(isLost: boolean, gate: Promise<void> | null): Database & { name: string } {
  let batches = 0;
  const batch = async (...given: Parameters<typeof db.batch>) => {
    batches += 1;
    if (batches > 1 && isLost) throw new Error("D1_ERROR: lost");
    if (batches > 1) await gate;
    return await db.batch(...given);
  };
  return Object.assign(Object.create(db), { batch });
}

function newId(at: number): string {
  return uuidSince(at) + crypto.randomUUID().slice(13);
}

async function settled(): Promise<void> {
  await sharedRows.all("SELECT 1");
}

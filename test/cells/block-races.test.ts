// A customer blocks and unblocks a merchant while it asks for approval in two shards, around the time when cells begin: Workers
// die between any two of their calls, and home or the wallet's cell is put back. CELLS is 1 here.
import { eq, getTableColumns, isNotNull } from "drizzle-orm";
import { beforeAll, expect, inject, it } from "vitest";
import { openDatabase, type Shard } from "#core/db/client.ts";
import { latestBlocks, walletShards } from "#core/db/schema/cells.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { blockedMerchants, movedWallets } from "#core/db/schema/wallet.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { blockMerchant, unblockMerchant } from "#core/services/wallet/blocked-merchants.ts";
import { scanPayment } from "#core/services/wallet/scan-payment.ts";
import { sweepBusEvents } from "#core/services/wallet/wallet-events.ts";
import { createShards } from "#core/shards/shards.ts";
import { SPREAD_SLOT } from "../support/cell-names.ts";
import { spreadId } from "../support/cells.ts";
import { MINUTE, SECOND } from "../support/clock.ts";
import { muteLog } from "../support/faults.ts";
import { Random } from "../support/random.ts";
import { ACTOR, db, deps, seedCounter, seedMerchant } from "../support/seeds.ts";
import { type Call, stepping, Turns } from "../support/turns.ts";

const RACES = inject("longTests") ? 1_000 : 40;
const AT_ONCE = 10;
const CLOCK_SKEW_MS = 30 * SECOND;
/** When cells begin, from the race on; and whether the merchant's payments are spread. */
const PHASES = {
  "before cells begin": { beginIn: 10 * MINUTE, isSpread: false },
  "as cells begin": { beginIn: 0, isSpread: false },
  "once there are cells": { beginIn: -10 * MINUTE, isSpread: false },
  "in many cells": { beginIn: -10 * MINUTE, isSpread: true },
};
type Store = "home" | "cell";
const TABLES = {
  home: [blockedMerchants, movedWallets],
  cell: [blockedMerchants, movedWallets, latestBlocks, walletShards],
};

/** What one Worker does. Times are numbers of calls. */
interface Work {
  kind: "block" | "unblock" | "request";
  startedAt: number;
  /** Infinite for a Worker that has died. */
  endedAt: number;
  /** Where a block or its end was stored last. */
  store: Store;
  /** When the request's shard was noted. */
  notedAt: number;
  reference: string;
}

type Shop = { merchantId: string; counterId: string };
const shops: Record<"true" | "false", Shop> = {} as never;

beforeAll(async () => {
  for (const isSpread of [true, false] as const) {
    const { id } = await seedMerchant(isSpread ? { id: spreadId() } : {});
    shops[`${isSpread}`] = { merchantId: id, counterId: (await seedCounter(id)).id };
  }
});

async function race(seed: number, phase: keyof typeof PHASES) {
  const random = new Random(`${phase}/${seed}`);
  const { beginIn, isSpread } = PHASES[phase];
  const { merchantId, counterId } = shops[`${isSpread}`];
  const walletId = crypto.randomUUID();
  const [startedAt, turns] = [Date.now(), new Turns(random.fork("turns"))];
  const since = startedAt + beginIn;
  const cells = [
    { text: "1", digits: 1, since },
    { text: "6", digits: 6, since, slot: SPREAD_SLOT },
  ];
  const work: Work[] = [];
  const hadBlock = random.chance(0.3);
  if (hadBlock) await db.insert(blockedMerchants).values({ walletId, merchantId, createdAt: 1 });

  /** A Worker with a clock of its own, which may die. */
  const start = (kind: Work["kind"], run: (worker: typeof deps, reference: string) => Promise<unknown>) => {
    const skewMs = random.integer(-CLOCK_SKEW_MS, CLOCK_SKEW_MS);
    const diesAt = random.chance(0.3) ? random.integer(1, 8) : Number.POSITIVE_INFINITY;
    const isReplyLost = random.chance(0.5);
    const own: Work = {
      ...{ kind, startedAt: 0, endedAt: Number.POSITIVE_INFINITY, store: "home" },
      ...{ notedAt: 0, reference: `request ${work.length}` },
    };
    work.push(own);
    const call: Call = turns.worker(diesAt, isReplyLost, (statements, shard) => {
      if (/(insert into|delete from) "blocked_merchants"/.test(statements))
        own.store = shard === HOME ? "home" : "cell";
      if (/insert into "wallet_places"/.test(statements)) own.notedAt = turns.now;
    });
    const open = ({ name: shard, $client }: Shard) => openDatabase(stepping($client, shard, call), shard);
    const { intents } = deps;
    const worker = {
      ...deps,
      clock: () => startedAt + skewMs,
      config: { ...deps.config, cells },
      shards: createShards(open(db), cells, (name) => open(deps.shards.named(name))),
      ledger: { ...deps.ledger, findBalances: async () => [] },
      queues: { ...deps.queues, webhooks: { async send() {} }, walletEvents: { async send() {} } },
      intents: {
        ...intents,
        find: (...args: Parameters<typeof intents.find>) => call(() => intents.find(...args)),
        execute: (...args: Parameters<typeof intents.execute>) => call(() => intents.execute(...args)),
      },
    } as unknown as typeof deps;
    return async () => {
      await turns.next(async () => {
        own.startedAt = turns.now;
      });
      try {
        await run(worker, own.reference);
        if (!call.isDead()) own.endedAt = turns.now;
      } catch (error) {
        if (!call.isDead()) throw error;
      }
    };
  };
  const customer = { walletId, actor: ACTOR, defer() {} };
  const change = (kind: "block" | "unblock") =>
    start(kind, (worker) =>
      kind === "block"
        ? blockMerchant(worker, customer, merchantId)
        : unblockMerchant(worker, walletId, merchantId),
    );
  const request = () =>
    start("request", async (worker, reference) => {
      const deferred: Promise<void>[] = [];
      const defer = (announced: Promise<void>) => void deferred.push(announced);
      const caller = { merchantId, counterId: null, actor: ACTOR, defer };
      const input = {
        ...{ amountMinor: 100, currency: "USD", description: "", reference, metadataJson: null },
        ...{
          callbackUrl: null,
          callbackEventsJson: null,
          returnUrl: null,
          expiresInSeconds: 600,
          counterId,
          walletId,
        },
      };
      await scanPayment(worker, caller, input, null);
      await Promise.all(deferred);
    });
  const restores: { store: Store; from: number; to: number }[] = [];
  const restore = (store: Store) => async () => {
    const shard = store === "home" ? db : await deps.shards.ofWallet(walletId);
    const ofWallet = (table: (typeof TABLES.cell)[number]) => eq(getTableColumns(table).walletId, walletId);
    const kept = await turns.next(() =>
      Promise.all(TABLES[store].map((table) => shard.select().from(table).where(ofWallet(table)))),
    );
    const from = turns.now;
    for (let turn = 0; turn < 6; turn++) await turns.next(async () => {});
    await turns.next(async () => {
      for (const [index, table] of TABLES[store].entries()) {
        await shard.delete(table).where(ofWallet(table));
        for (const row of kept[index] ?? []) await shard.insert(table).values(row as never);
      }
    });
    restores.push({ store, from, to: turns.now });
  };
  const kinds = random.chance(0.2) ? (["unblock"] as const) : random.shuffle(["block", "unblock"] as const);
  const each = kinds.map(change);
  const inOrder = async () => {
    for (const run of each) await run();
  };
  const changes = random.chance(0.6) ? [inOrder] : each;
  const stores: Store[] = isSpread ? ["home"] : ["home", "cell"];
  const restoring = random.chance(0.3) ? [restore(random.pick(stores))] : [];
  await turns.run([...changes, request(), request(), request(), ...restoring]);
  return { walletId, work, restores, hadBlock };
}

type Race = Awaited<ReturnType<typeof race>>;

/** The references of requests that are open although the customer had blocked the merchant. */
function wronglyOpen({ work, restores, hadBlock }: Race, open: ReadonlySet<string>): string[] {
  const first = { kind: "block", startedAt: -1, endedAt: -1, store: "home" } as Work;
  const isForgotten = ({ store, startedAt, endedAt }: Work) =>
    restores.some((each) => each.store === store && startedAt < each.to && endedAt > each.from);
  const blocks = [...(hadBlock ? [first] : []), ...work].filter(
    (each) => each.kind === "block" && each.endedAt < Number.POSITIVE_INFINITY && !isForgotten(each),
  );
  const unblocks = work.filter(({ kind, startedAt }) => kind === "unblock" && startedAt > 0);
  const isAllowed = (request: Work) =>
    blocks.every((block) =>
      unblocks.some((end) => end.startedAt < request.notedAt && end.endedAt > block.startedAt),
    );
  return work
    .filter((each) => each.kind === "request" && open.has(each.reference) && !isAllowed(each))
    .map(({ reference }) => reference);
}

async function sweepUntilTold(shards: readonly Shard[]): Promise<void> {
  const later = { ...deps, clock: () => Date.now() + 3 * MINUTE };
  for (const shard of shards)
    while ((await shard.select().from(events).where(isNotNull(events.busDueAt)).limit(1)).length > 0)
      await sweepBusEvents(beginSweep(later, shard));
}

it.each(Object.keys(PHASES) as (keyof typeof PHASES)[])(
  "a request is open only if the customer had unblocked the merchant before it came, %s",
  { timeout: 600_000 },
  async (phase) => {
    muteLog();
    const { merchantId } = shops[`${PHASES[phase].isSpread}`];
    const shards = deps.shards.ofMerchant(merchantId);
    let [openInAll, inTwoShards] = [0, 0];
    for (let seed = 0; seed < RACES / 4; seed += AT_ONCE) {
      const seeds = Array.from({ length: AT_ONCE }, (_, index) => seed + index);
      const races = await Promise.all(seeds.map((each) => race(each, phase)));
      await sweepUntilTold(shards);
      for (const [index, each] of races.entries()) {
        const { reference, status, targetWalletId } = paymentIntents;
        const isAsked = eq(targetWalletId, each.walletId);
        const found = await Promise.all(
          shards.map((shard) => shard.select({ reference, status }).from(paymentIntents).where(isAsked)),
        );
        const isOpen = (row: { status: string }) => row.status === "pending_approval";
        const open = new Set(found.flat().flatMap((row) => (isOpen(row) ? (row.reference ?? "") : [])));
        openInAll += open.size;
        if (found.filter((rows) => rows.length > 0).length > 1) inTwoShards++;
        expect(wronglyOpen(each, open), `seed ${seed + index}: ${JSON.stringify(each)}`).toEqual([]);
      }
    }
    expect(openInAll, "some are open").toBeGreaterThan(RACES / 20);
    if (phase === "as cells begin" || phase === "in many cells")
      expect(inTwoShards, "in two shards").toBeGreaterThan(0);
  },
);

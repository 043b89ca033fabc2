// Readers that page through what the service lists: a merchant's reader of the event feed has seen every event in the end,
// its list has every payment, and a customer's list has each request that waits for them.

import { UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { listPaymentIntents } from "#core/services/payment-intents/payment-intents.ts";
import { listOpenApprovals } from "#core/services/wallet/wallet.ts";
import { listMissedEvents } from "#core/services/webhooks/deliveries.ts";
import type { Random } from "../../support/random.ts";
import { MERCHANTS, WALLETS } from "../plan.ts";
import { merchantId, walletId } from "../shop.ts";
import type { World } from "../world.ts";

/** Few, so that most readers turn pages. */
const PAGE = 3;

/** A customer's list, as it was shown. */
export interface WaitingList {
  wallet: number;
  invokedAt: number;
  returnedAt: number;
  ids: readonly string[];
}

export class Readers {
  readonly waiting: WaitingList[] = [];
  readonly #feeds = Array.from({ length: MERCHANTS }, () => ({
    seen: new Set<string>(),
    after: null as string | null,
    isReading: false,
  }));
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random.fork("readers");
  }

  /** One merchant's reader, and one customer. */
  readSome(): void {
    this.#readFeed(this.#random.integer(0, MERCHANTS - 1));
    this.#readWaiting(this.#random.integer(0, WALLETS.length - 1));
  }

  readAll(): void {
    for (const merchant of this.#feeds.keys()) this.#readFeed(merchant);
  }

  /** It goes on where its last page ended; one that has failed begins that page again. */
  #readFeed(merchant: number): void {
    const feed = this.#feeds[merchant];
    if (feed === undefined || feed.isReading) return;
    const reading = this.#world.request(async (deps) => {
      for (let hasMore = true; hasMore; ) {
        const page = await listMissedEvents(deps, merchantId(merchant), feed.after, PAGE);
        for (const { id } of page.events) feed.seen.add(id);
        feed.after = page.nextAfter;
        hasMore = page.hasMore;
      }
    });
    if (reading === null) return;
    feed.isReading = true;
    const end = () => {
      feed.isReading = false;
    };
    reading.done.then(end, end);
    // The process may have died meanwhile.
    this.#world.scheduler.after(120_000, end);
  }

  #readWaiting(wallet: number): void {
    const { scheduler } = this.#world;
    const invokedAt = scheduler.now;
    const cellFaults = this.#world.unreadLists;
    const reading = this.#world.request((deps) => listOpenApprovals(deps, walletId(wallet)));
    reading?.done.then(
      (open) => {
        if (this.#world.unreadLists > cellFaults) return;
        this.waiting.push({ wallet, invokedAt, returnedAt: scheduler.now, ids: open.map(({ id }) => id) });
      },
      () => {},
    );
  }

  /** A restored database may have forgotten where a reader was. */
  check(): string[] {
    const { shards, hasBeenRestored } = this.#world;
    if (hasBeenRestored) return [];
    return this.#feeds.flatMap(({ seen }, merchant) => {
      const stored = [...shards.values()].flatMap((shard) =>
        shard.query("SELECT id FROM events WHERE merchant_id = ? AND payload <> ''", [merchantId(merchant)]),
      );
      const missed = stored.filter(({ id }) => !seen.has(String(id)));
      const ids = missed.map(({ id }) => String(id).slice(-6));
      return missed.length > 0 ? [`merchant ${merchant}'s reader has not seen the events ${ids}`] : [];
    });
  }
}

const COUNT = "SELECT count(*) AS n FROM payment_intents WHERE merchant_id = ?";

/** Pages to the end of each merchant's list. */
export async function checkLists({ shards }: World, deps: Dependencies): Promise<string[]> {
  const violations: string[] = [];
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const id = merchantId(merchant);
    const listed: string[] = [];
    for (let cursor: Parameters<typeof listPaymentIntents>[3]["cursor"] = null; ; ) {
      const found = await listPaymentIntents(deps, id, UNFILTERED, { page: 1, limit: PAGE, cursor });
      listed.push(...(found?.rows ?? []).map((row) => row.id));
      if (!found?.next) break;
      cursor = found.next;
    }
    const count = [...shards.values()].reduce(
      (sum, shard) => sum + Number(shard.query(COUNT, [id])[0]?.n),
      0,
    );
    if (listed.length !== count || new Set(listed).size !== count)
      violations.push(`merchant ${merchant}'s list has ${listed.length} of ${count} payments`);
  }
  return violations;
}

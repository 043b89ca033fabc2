// How many calls follow one another before each response.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, call } from "../support/api.ts";
import { approve, makeApproval, SCAN } from "../support/approvals.ts";
import { useStoppedClock } from "../support/clock.ts";
import { type Route, TRIPS, WAYS } from "../support/cost/trips.ts";
import { makeCounter } from "../support/counters.ts";
import { actOnPayOut, openDesk, postToDesk, requestPayOut } from "../support/desks.ts";
import { LEDGER } from "../support/faults.ts";
import { readIntent, readPublicIntent } from "../support/intent-reads.ts";
import { cancel, confirm, makeIntent, makePaidIntent, refund, withdraw } from "../support/intents.ts";
import { objectOf, published, until } from "../support/objects.ts";
import { makeMerchant, makeMerchantWithWebhook, makeWallet, readBalances } from "../support/parties.ts";
import { INTENTS, MERCHANT_API, WALLET_API } from "../support/paths.ts";
import { consume } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { showCode } from "../support/scan-tokens.ts";
import { deps, seedIntent } from "../support/seeds.ts";
import { captureAllQueues, countTrips, type Round } from "../support/trips.ts";

const SLOW_MACHINE = { retry: 2 };
const WEBHOOK = "from the commit until the webhook leaves";

type World = Awaited<ReturnType<typeof makeWorld>>;
type Caller = { token: string };

useStoppedClock();

let world: World;

beforeAll(async () => {
  captureAllQueues();
  world = await makeWorld();
});

/** Everyone has acted before. */
async function makeWorld() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet({ balance: 1_000 })];
  const [counter, { secret }] = [await makeCounter(merchant), await openDesk()];
  const topUp = () => postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 5 });
  await topUp();
  await makePaidIntent(merchant, { wallet });
  return { merchant, wallet, counter, secret, topUp };
}

/** What comes before, and the request that is counted. */
function scene<Made>(
  before: (world: World) => Promise<Made>,
  request: (world: World, made: Made) => Promise<{ status: number }>,
) {
  return async (world: World) => {
    const made = await before(world);
    return () => request(world, made);
  };
}

const nothing = async () => {};
const get = ({ token }: Caller, path: string) => call("GET", path, { token });
const create = ({ merchant: { token } }: World, key?: string) =>
  call("POST", INTENTS, { token, json: { amount: 12.5 }, ...keyed(key) });
const scan = ({ merchant: { token } }: World, json: object, key?: string) =>
  call("POST", SCAN, { token, json, ...keyed(key) });
const transfer = async (result: ReturnType<typeof deps.ledger.transfer>) => ({
  status: (await result).outcome === "unknown" ? 503 : 200,
});

function keyed(key?: string): CallOptions {
  return key === undefined ? {} : { headers: { "Idempotency-Key": key } };
}

const intent = ({ merchant }: World) => makeIntent(merchant);
const approval = ({ merchant, wallet, counter }: World) =>
  makeApproval(merchant, wallet, { counter_id: counter.id });
const paid = ({ merchant, wallet }: World) => makePaidIntent(merchant, { wallet });
const code = async ({ wallet, counter }: World) => ({
  ...{ scan_token: (await showCode(wallet)).code, counter_id: counter.id, amount: 3 },
});
const payment = async ({ merchant, wallet }: World, amountMinor = 1) => {
  const [fromAccountId, toAccountId, key] = [wallet.id, merchant.id, crypto.randomUUID()];
  const accounts = { fromAccountId, toAccountId, amountMinor, currency: "USD" };
  return { kind: "payment", key, ...accounts, description: "Coffee", paymentIntentId: key } as const;
};

/** And its object has read it. */
const seen = (make: typeof intent) => async (world: World) => {
  const made = await make(world);
  await readIntent(world.merchant, made.id);
  return made;
};

/** Its object has deleted it. */
const forgotten = (make: typeof intent) => async (world: World) => {
  const made = await make(world);
  await published(made.id);
  await runInDurableObject(objectOf(made.id), (_, { storage }) => storage.deleteAll());
  await evictDurableObject(objectOf(made.id));
  return made;
};

const SCENES = {
  create: scene(nothing, (all) => create(all)),
  "create with a key": scene(nothing, (all) => create(all, crypto.randomUUID())),
  "create with a key, again": scene(
    async (all) => {
      const key = crypto.randomUUID();
      await create(all, key);
      return key;
    },
    (all, key) => create(all, key),
  ),
  "read, the first time": scene(intent, ({ merchant }, { id }) => readIntent(merchant, id)),
  "read, again": scene(seen(intent), ({ merchant }, { id }) => readIntent(merchant, id)),
  "public read, the first time": scene(
    async () => makeIntent(await makeMerchant()),
    (_, { id }) => readPublicIntent(id),
  ),
  "public read, again": scene(
    async ({ merchant }) => {
      const { id } = await makeIntent(merchant);
      await readPublicIntent(id);
      return id;
    },
    (_, id) => readPublicIntent(id),
  ),
  list: scene(nothing, ({ merchant }) => get(merchant, INTENTS)),
  "list by status and reference": scene(nothing, ({ merchant }) =>
    get(merchant, `${INTENTS}?status=completed&reference=order`),
  ),
  "list with an overdue intent": scene(
    async () => {
      const merchant = await makeMerchant();
      await seedIntent(merchant.id, { createdAt: Date.now() - 2, expiresAt: Date.now() - 1 });
      return merchant;
    },
    (_, merchant) => get(merchant, INTENTS),
  ),
  "transactions of a merchant": scene(nothing, ({ merchant }) =>
    get(merchant, `${MERCHANT_API}/transactions`),
  ),
  "transactions of a wallet": scene(nothing, ({ wallet }) => get(wallet, `${WALLET_API}/transactions`)),
  confirm: scene(seen(intent), ({ wallet }, { id }) => confirm(wallet, id)),
  "confirm, cold": scene(intent, ({ wallet }, { id }) => confirm(wallet, id)),
  approve: scene(seen(approval), ({ wallet }, { id }) => approve(wallet, id)),
  "approve, cold": scene(approval, ({ wallet }, { id }) => approve(wallet, id)),
  refund: scene(paid, ({ merchant }, { id }) => refund(merchant, id)),
  "refund, cold": scene(forgotten(paid), ({ merchant }, { id }) => refund(merchant, id)),
  cancel: scene(seen(intent), ({ merchant }, { id }) => cancel(merchant, id)),
  "cancel, cold": scene(intent, ({ merchant }, { id }) => cancel(merchant, id)),
  "withdraw, cold": scene(approval, ({ merchant }, { id }) => withdraw(merchant, id)),
  scan: scene(code, (all, shown) => scan(all, shown)),
  "scan with a key": scene(code, (all, shown) => scan(all, shown, crypto.randomUUID())),
  "top-up at a desk": scene(nothing, ({ topUp }) => topUp()),
  "request for a pay-out": scene(
    ({ wallet }) => showCode(wallet),
    ({ secret }, shown) => postToDesk(secret, "pay-outs", { scan_token: shown.code, amount: 5 }),
  ),
  "approval of a pay-out": scene(
    ({ wallet, secret }) => requestPayOut(secret, wallet, 6),
    ({ wallet }, { body }) => actOnPayOut(wallet, body.movement.id, "approve"),
  ),
  "transfer at the ledger": scene(payment, (_, made) => transfer(deps.ledger.transfer(made))),
  "transfer at the ledger, declined": scene(
    (all) => payment(all, 1_000_000_00),
    (_, made) => transfer(deps.ledger.transfer(made)),
  ),
  "transfer at the ledger, again": scene(
    async (all) => {
      const made = await payment(all);
      await deps.ledger.transfer(made);
      return made;
    },
    (_, made) => transfer(deps.ledger.transfer(made)),
  ),
} satisfies Record<Exclude<Route, typeof WEBHOOK | "list of payments in cells">, unknown>;

describe("the response waits for as many calls as the table says", () => {
  it.each(Object.entries(SCENES))("%s", SLOW_MACHINE, async (route, before) => {
    captureAllQueues();
    const request = await before(world);
    // Which wallets are stopped is known for seconds.
    await readBalances(world.wallet);
    const { trips, ways, rounds, response } = await countTrips(request);
    expect(response.status).toBeLessThan(300);
    expect(trips, JSON.stringify(rounds, null, 2)).toEqual(TRIPS[route as Route]);
    if (route in WAYS) expect(ways, "from the Worker").toBe(WAYS[route as keyof typeof WAYS]);
  });
});

it(WEBHOOK, SLOW_MACHINE, async () => {
  const merchant = await makeMerchantWithWebhook({ url: "https://shop.test", events: ["payment.completed"] });
  const { id } = await makeIntent(merchant);
  const { requests } = startReceiver();
  const { trips, rounds } = await countTrips(async (webhooks) => {
    const confirming = confirm(world.wallet, id);
    await until(() => webhooks.length > 0);
    const bodies = webhooks.map(({ body }) => body);
    const consuming = consume("webhooks", bodies);
    await until(() => requests.length > 0);
    return { confirming, consuming };
  });
  const isLedger = (round: Round) => round.flat().some((text) => LEDGER.test(text));
  const after = rounds.slice(rounds.findLastIndex(isLedger) + 1);
  const counted = { chain: after.length, calls: after.flat().length, objects: 0, sends: trips.sends };
  expect(counted, JSON.stringify(rounds, null, 2)).toEqual(TRIPS[WEBHOOK]);
});

// What is measured, with the goals of DESIGN §9.
import { FAN_OUT } from "./fan-out.ts";
import { type Call, load, send } from "./load.ts";
import { CONFIRM, createIntents, creation, INTENTS, type Parties } from "./parties.ts";
import type { Receiver } from "./receiver.ts";

const READ = 50;
const LISTED = 40;
/** What can be used once: as many at first, and then what a round needs going by the last. */
const AT_FIRST = 100;
const DELIVERED_MAX = 500;

export interface Scene extends Parties {
  receiver: Receiver;
}

export interface Route {
  goal: number;
  /** At the service, before the floor gets a copy of its database. */
  setUp(scene: Scene, serviceUrl: string): Promise<void>;
  /** At either: so many a second. A short one is only to get warm. */
  measure(scene: Scene, baseUrl: string, durationMs: number): Promise<number>;
}

export const ROUTES: Record<string, Route> = {
  create: {
    goal: 0.75,
    setUp: async () => undefined,
    measure: async ({ shop }, baseUrl, durationMs) => {
      const call = creation(await shop.takeToken());
      return await load(baseUrl, () => call, durationMs);
    },
  },
  read: readRoute(INTENTS, { hasToken: true }),
  public: readRoute("/merchant/api/v1/public/payment-intents", { hasToken: false }),
  list: {
    goal: 0.75,
    setUp: async ({ listedShop }, serviceUrl) => {
      await createIntents(serviceUrl, listedShop, LISTED);
    },
    measure: async ({ listedShop }, baseUrl, durationMs) => {
      const token = await listedShop.takeToken();
      const call: Call = { method: "GET", path: `${INTENTS}?limit=20`, token };
      return await load(baseUrl, () => call, durationMs);
    },
  },
  transition: transitionRoute(),
  webhooks: webhooksRoute(),
};

function readRoute(path: string, { hasToken }: { hasToken: boolean }): Route {
  let ids: string[] = [];
  return {
    goal: 0.75,
    setUp: async ({ shop }, serviceUrl) => {
      ids = await createIntents(serviceUrl, shop, READ);
    },
    measure: async ({ shop }, baseUrl, durationMs) => {
      const token = hasToken ? await shop.takeToken() : null;
      let turn = 0;
      const next = (): Call => ({ method: "GET", path: `${path}/${ids[turn++ % ids.length]}`, token });
      return await load(baseUrl, next, durationMs);
    },
  };
}

function transitionRoute(): Route {
  const rates = new Map<string, number>();
  return {
    goal: 0.7,
    setUp: async () => undefined,
    measure: async (scene, baseUrl, durationMs) => {
      const count = countFor(rates.get(baseUrl), durationMs) * 1.5;
      const ids = await createIntents(baseUrl, scene.shop, count);
      const rate = await confirm(scene, baseUrl, ids, durationMs);
      rates.set(baseUrl, rate);
      return rate;
    },
  };
}

function webhooksRoute(): Route {
  const rates = new Map<string, number>();
  return {
    goal: 0.7,
    setUp: async (scene, serviceUrl) => {
      const { notifiedShop, receiver } = scene;
      const ids = await createIntents(serviceUrl, notifiedShop, DELIVERED_MAX);
      await confirm(scene, serviceUrl, ids, Number.POSITIVE_INFINITY);
      const token = await notifiedShop.takeToken();
      const body = { url: receiver.url };
      await send(serviceUrl, { method: "PUT", path: "/merchant/api/v1/webhook", token, body });
    },
    measure: async ({ notifiedShop, receiver }, baseUrl, durationMs) => {
      const count = Math.min(countFor(rates.get(baseUrl), durationMs), DELIVERED_MAX);
      const received = receiver.receive(count);
      const body = { merchantId: notifiedShop.id, count };
      await send(baseUrl, { method: "POST", path: FAN_OUT, token: null, body });
      const rate = await received;
      rates.set(baseUrl, rate);
      return rate;
    },
  };
}

function countFor(rate: number | undefined, durationMs: number): number {
  return rate === undefined ? AT_FIRST : Math.ceil((rate * durationMs) / 1000);
}

/** Each of the intents once. */
async function confirm({ wallet }: Scene, baseUrl: string, ids: readonly string[], durationMs: number) {
  const token = await wallet.takeToken();
  const waiting = [...ids];
  const next = (): Call | undefined => {
    const id = waiting.pop();
    return id === undefined ? undefined : { method: "POST", path: `${CONFIRM}/${id}/confirm`, token };
  };
  return await load(baseUrl, next, durationMs);
}

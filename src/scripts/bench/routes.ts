// The measured routes and their goals.
import { FAN_OUT } from "./fan-out.ts";
import { type Call, load, send } from "./load.ts";
import { CONFIRM, createCall, createIntents, INTENTS, type Participants } from "./parties.ts";
import type { Receiver } from "./receiver.ts";

const READ_INTENTS = 50;
const LISTED_INTENTS = 40;
/** For routes that use up intents or events. Later rounds get as many as the last rate calls for. */
const FIRST_ROUND_COUNT = 100;
const DELIVERIES_MAX = 500;

export interface Scene extends Participants {
  receiver: Receiver;
}

export interface Route {
  /** The ratio of the service's rate to the baseline's that should be reached. */
  goal: number;
  /** Runs on the service, before its database is copied for the baseline. */
  setUp(scene: Scene, serviceUrl: string): Promise<void>;
  /** Returns the rate per second of the service or of the baseline. */
  measure(scene: Scene, baseUrl: string, durationMs: number): Promise<number>;
}

export const ROUTES: Record<string, Route> = {
  create: {
    goal: 0.75,
    setUp: async () => undefined,
    measure: async ({ shop }, baseUrl, durationMs) => {
      const call = createCall(await shop.getToken());
      return await load(baseUrl, () => call, durationMs);
    },
  },
  read: readRoute(INTENTS, { hasToken: true }),
  public: readRoute("/merchant/api/v1/public/payment-intents", { hasToken: false }),
  list: {
    goal: 0.75,
    setUp: async ({ listedShop }, serviceUrl) => {
      await createIntents(serviceUrl, listedShop, LISTED_INTENTS);
    },
    measure: async ({ listedShop }, baseUrl, durationMs) => {
      const token = await listedShop.getToken();
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
      ids = await createIntents(serviceUrl, shop, READ_INTENTS);
    },
    measure: async ({ shop }, baseUrl, durationMs) => {
      const token = hasToken ? await shop.getToken() : null;
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
      const ids = await createIntents(serviceUrl, notifiedShop, DELIVERIES_MAX);
      await confirm(scene, serviceUrl, ids, Number.POSITIVE_INFINITY);
      const token = await notifiedShop.getToken();
      const body = { url: receiver.url };
      await send(serviceUrl, { method: "PUT", path: "/merchant/api/v1/webhook", token, body });
    },
    measure: async ({ notifiedShop, receiver }, baseUrl, durationMs) => {
      const count = Math.min(countFor(rates.get(baseUrl), durationMs), DELIVERIES_MAX);
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
  return rate === undefined ? FIRST_ROUND_COUNT : Math.ceil((rate * durationMs) / 1000);
}

/** Confirms each intent once. */
async function confirm({ wallet }: Scene, baseUrl: string, ids: readonly string[], durationMs: number) {
  const token = await wallet.getToken();
  const waiting = [...ids];
  const next = (): Call | undefined => {
    const id = waiting.pop();
    return id === undefined ? undefined : { method: "POST", path: `${CONFIRM}/${id}/confirm`, token };
  };
  return await load(baseUrl, next, durationMs);
}

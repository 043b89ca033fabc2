// The language of stories about an endpoint that fails: what is sent, what the endpoint says, what is swept, and what shows.
import { callAs, deliver, deliveryRows, readHealth, statusesOf, stuckDeliveries } from "./deliveries.ts";
import { until } from "./objects.ts";
import { consume, runMinutes, runSweep, takeMessages } from "./queues.ts";
import { type Receiver, useScheduledDeliveries } from "./receiver.ts";
import { rowsOf } from "./rows.ts";
import { type SeededDelivery, type Shop, seedDeliveries } from "./seeded-deliveries.ts";
import type { SeededMerchant } from "./seeds.ts";

/** A status, or what makes the response. */
type Saying = number | Receiver["response"];

const responseOf = (saying: Saying): Receiver["response"] =>
  typeof saying === "number" ? () => new Response("x", { status: saying }) : saying;

/** In each test the endpoints say this first. */
export function useWebhookScenes(first: Saying = 200) {
  const { queues, receiver } = useScheduledDeliveries(responseOf(first));

  const says = (saying: Saying) => {
    receiver.response = responseOf(saying);
  };

  /** What a merchant's endpoints get and show. */
  function sceneOf(merchant: SeededMerchant) {
    const { id } = merchant;
    const taken = () => takeMessages(queues.webhooks, id);
    const swept = async () => {
      await runSweep();
      return taken();
    };
    return {
      merchant,
      deliver: (ids: readonly string[]) => deliver(id, ids),
      /** The messages that are queued for the merchant. */
      taken,
      /** Messages that a sweep has queued. */
      swept,
      consume: (messages: unknown[]) => consume("webhook-retries", messages),
      /** A sweep, and all that it has queued. */
      probe: async () => await consume("webhook-retries", await swept()),
      minutes: (count: number) => runMinutes(queues.webhooks, id, count),
      /** Requests the merchant's own API. */
      call: (method: string, path: string, json?: unknown) => callAs(id, method, path, json),
      health: () => readHealth(id),
      rows: () => deliveryRows(id),
      row: async (event: string) => (await deliveryRows(id)).find((each) => each.id === event),
      statuses: () => statusesOf(id),
      stuck: async () => (await stuckDeliveries(id)).length,
      setEndpoint: (change: string, ...values: unknown[]) =>
        rowsOf(id).run(`UPDATE webhook_endpoints SET ${change} WHERE merchant_id = ?`, ...values, id),
    };
  }

  /** Makes one at a shop, whose deliveries are of one intent. */
  async function at<S extends Shop>(seeded: Promise<S>) {
    const shop = await seeded;
    const scene = sceneOf(shop.merchant);
    const seed = (count: number, change?: Partial<SeededDelivery>) =>
      seedDeliveries(shop.intent, count, change);
    return {
      ...shop,
      ...scene,
      seed,
      /** New deliveries, each attempted. */
      send: async (count: number) => {
        const ids = await seed(count);
        await scene.deliver(ids);
        return ids;
      },
    };
  }

  return {
    queues,
    receiver,
    says,
    sceneOf,
    at,
    receivedIds: () => receiver.requests.map(({ headers }) => headers["webhook-id"]),
    /** All fail but this delivery, which is attempted now and succeeds when `end` is called. */
    async hold(slow: string, send: (ids: string[]) => Promise<void>) {
      let isReleased = false;
      says(async ({ headers }) => {
        if (headers["webhook-id"] !== slow) return new Response("no", { status: 500 });
        await until(() => isReleased);
        return new Response("ok");
      });
      const attempt = send([slow]);
      await until(() => receiver.requests.some(({ headers }) => headers["webhook-id"] === slow));
      return {
        end: async () => {
          isReleased = true;
          await attempt;
        },
      };
    },
  };
}

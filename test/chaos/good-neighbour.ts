// One merchant's endpoint holds 1,000 deliveries open. Another merchant's first attempts must not be delayed.
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../bench/statistics.ts";
import { inParallel } from "./in-parallel.ts";
import { type Merchant, registerMerchant } from "./merchant.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { printTable, seconds } from "./table.ts";

const HUNG = 1_000;
const WORKERS = 8;
const PAYMENTS = 50;
const PAYMENT_GAP_MS = 500;
const ARRIVES_WITHIN_MS = 2_000;
const SETTLING_MS = 20_000;
const WEBHOOK = "/merchant/api/v1/webhook";
const DELIVERIES = "/merchant/api/v1/webhook-deliveries";

/** Returns true when all of the neighbour's webhooks arrive within `ARRIVES_WITHIN_MS` of the payment. */
export async function checkGoodNeighbours(): Promise<boolean> {
  const hung = await startReceiver(() => "never responds");
  const healthy = await startReceiver(() => "204");
  const neighbour = await registerMerchant("Good Neighbour");
  await neighbour.call("PUT", WEBHOOK, { url: healthy.url });
  healthy.useSecret(await neighbour.rotateSecret());
  const alone = await measure(neighbour, healthy);
  const hanging = await hangDeliveries(hung);
  const hungBefore = hung.arrivals.length;
  const beside = await measure(neighbour, healthy);
  printTable("Good neighbours", [
    ["pending deliveries to the hung endpoint", await hanging.countPending()],
    ["requests it received before the first payment", hungBefore],
    ["requests it received by the end", hung.arrivals.length],
    ["its health at the end", await hanging.readHealth()],
    ...rowsOf("without it", alone),
    ...rowsOf("with it", beside),
  ]);
  await Promise.all([hung.close(), healthy.close()]);
  const { sinceResponse } = beside;
  return sinceResponse.length === PAYMENTS && sinceResponse.every((ms) => ms <= ARRIVES_WITHIN_MS);
}

/** Sets the endpoint after the payments and then redelivers all events, so that they all hang at once. */
async function hangDeliveries(receiver: Receiver) {
  const merchant = await registerMerchant("Hung Up");
  await inParallel(Array.from({ length: HUNG }), WORKERS, async () => void (await merchant.pay()));
  await merchant.call("PUT", WEBHOOK, { url: receiver.url });
  const ids = await listIds(merchant);
  await inParallel(ids, WORKERS, async (id) => {
    await merchant.call("POST", `${DELIVERIES}/${id}/redeliver`);
  });
  return {
    countPending: async () => (await listIds(merchant, "&status=pending")).length,
    readHealth: async () => {
      const { webhook } = await merchant.call<{ webhook: { health: { status: string } } }>("GET", WEBHOOK);
      return webhook.health.status;
    },
  };
}

interface Measured {
  /** Milliseconds from the payment's response to the arrival of the webhook. */
  sinceResponse: number[];
  /** Milliseconds from the payment's request to the arrival of the webhook. */
  sinceRequest: number[];
}

async function measure(merchant: Merchant, receiver: Receiver): Promise<Measured> {
  const paid = new Map<string, { requestedAt: number; respondedAt: number }>();
  const paying: Promise<void>[] = [];
  for (let payment = 0; payment < PAYMENTS; payment++) {
    paying.push(
      merchant.pay().then(({ intentId, ...times }) => {
        paid.set(intentId, times);
      }),
    );
    await sleep(PAYMENT_GAP_MS);
  }
  await Promise.all(paying);
  await sleep(SETTLING_MS);
  const first = new Map<string, number>();
  for (const { intentId, at } of receiver.arrivals) if (!first.has(intentId)) first.set(intentId, at);
  const delivered = [...paid].flatMap(([intentId, times]) => {
    const at = first.get(intentId);
    return at === undefined ? [] : [{ at, ...times }];
  });
  return {
    sinceResponse: delivered.map(({ at, respondedAt }) => Math.max(0, at - respondedAt)),
    sinceRequest: delivered.map(({ at, requestedAt }) => at - requestedAt),
  };
}

function rowsOf(name: string, { sinceResponse, sinceRequest }: Measured): [string, string][] {
  return [
    [`${name}: webhooks received`, `${sinceResponse.length} of ${PAYMENTS}`],
    [`${name}: after the payment's response, median`, seconds(median(sinceResponse))],
    [`${name}: after the payment's response, slowest`, seconds(Math.max(...sinceResponse))],
    [`${name}: numbers of the payments with more than 2 s`, listLate(sinceResponse) || "none"],
    [`${name}: after the payment's request, slowest`, seconds(Math.max(...sinceRequest))],
  ];
}

/** Shows whether only the first payments were late or payments throughout the run. */
function listLate(waits: number[]): string {
  return waits.flatMap((wait, index) => (wait > ARRIVES_WITHIN_MS ? [index + 1] : [])).join(" ");
}

async function listIds(merchant: Merchant, filter = ""): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await merchant.call<{ deliveries: { id: string }[]; next_cursor: string | null }>(
      "GET",
      `${DELIVERIES}?limit=100${filter}${cursor}`,
    );
    ids.push(...page.deliveries.map(({ id }) => id));
    if (page.next_cursor === null) return ids;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

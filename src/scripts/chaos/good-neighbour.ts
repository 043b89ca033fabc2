// 1,000 deliveries hang on one merchant's endpoint; another merchant's first attempts must not notice.
import { type Merchant, registerMerchant } from "./merchant.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { sleep } from "./service.ts";
import { percentile, printTable, seconds } from "./table.ts";

const HUNG = 1_000;
const PAYMENTS = 50;
const PAYMENT_GAP_MS = 500;
const P99_MAX_MS = 2_000;
const SETTLING_MS = 20_000;
const WEBHOOK = "/merchant/api/v1/webhook";
const DELIVERIES = "/merchant/api/v1/webhook-deliveries";

/** True when the neighbour's p99 is within two seconds. */
export async function proveGoodNeighbours(): Promise<boolean> {
  const hung = await startReceiver(() => "never answers");
  const well = await startReceiver(() => "204");
  const neighbour = await registerMerchant("Good Neighbour");
  await neighbour.call("PUT", WEBHOOK, { url: well.url });
  well.useSecret(await neighbour.rotateSecret());
  const alone = await measure(neighbour, well);
  const hanging = await hangDeliveries(hung);
  const inFlightAtFirst = hung.arrivals.length;
  const beside = await measure(neighbour, well);
  printTable("Good neighbours", [
    ["deliveries waiting on the hung endpoint", await hanging.countPending()],
    ["requests it held before the first payment", inFlightAtFirst],
    ["requests it held after the last payment", hung.arrivals.length],
    ["its health by then", await hanging.readHealth()],
    ...rowsOf("alone", alone),
    ...rowsOf("beside it", beside),
  ]);
  await Promise.all([hung.close(), well.close()]);
  return beside.waits.length === PAYMENTS && percentile(beside.waits, 0.99) <= P99_MAX_MS;
}

/** Events first find no endpoint and are then all sent at once, or the payments themselves would be the brake. */
async function hangDeliveries(receiver: Receiver) {
  const merchant = await registerMerchant("Hung Up");
  await inParallel(HUNG, 8, async () => void (await merchant.pay()));
  await merchant.call("PUT", WEBHOOK, { url: receiver.url });
  const ids = await listIds(merchant);
  await inParallel(ids.length, 8, async (index) => {
    await merchant.call("POST", `${DELIVERIES}/${ids[index]}/redeliver`);
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
  /** Milliseconds from the payment's answer to the webhook's arrival, and the whole from its request on. */
  waits: number[];
  wholes: number[];
}

async function measure(merchant: Merchant, receiver: Receiver): Promise<Measured> {
  const paid = new Map<string, { askedAt: number; respondedAt: number }>();
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
  const told = [...paid].flatMap(([intentId, times]) => {
    const at = first.get(intentId);
    return at === undefined ? [] : [{ at, ...times }];
  });
  return {
    waits: told.map(({ at, respondedAt }) => Math.max(0, at - respondedAt)),
    wholes: told.map(({ at, askedAt }) => at - askedAt),
  };
}

function rowsOf(name: string, { waits, wholes }: Measured): [string, string][] {
  return [
    [`${name}: arrived`, `${waits.length} of ${PAYMENTS}`],
    [`${name}: after the payment's answer, p50`, seconds(percentile(waits, 0.5))],
    [`${name}: after the payment's answer, p99`, seconds(percentile(waits, 0.99))],
    [`${name}: told after more than 2 s, in order of payment`, lateOnes(waits) || "none"],
    [`${name}: with the payment itself, p99`, seconds(percentile(wholes, 0.99))],
  ];
}

/** Their places in the order of payment: the first few, or all over. */
function lateOnes(waits: number[]): string {
  return waits.flatMap((wait, index) => (wait > P99_MAX_MS ? [index + 1] : [])).join(" ");
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

async function inParallel(count: number, workers: number, run: (index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

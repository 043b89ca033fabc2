// 40 payments, a receiver on a bad day, its port closed for a while, and the service killed in mid-delivery: every
// event arrives at least once. Each has a callback_url of its own, so that no degraded address makes the run wait.
import { type Merchant, registerMerchant } from "./merchant.ts";
import { badDay, type Receiver, seededRandom, startReceiver } from "./receiver.ts";
import { BASE_URL, type Service, sleep } from "./service.ts";
import { percentile, printTable, seconds } from "./table.ts";

const PAYMENTS = 40;
const PAYERS = 4;
const FAILURES_MAX = 2;
/** The longest way: two failures and the closed port (3 min), a lost message (2 min more), and time-outs. */
const PATIENCE_MS = 10 * 60_000;

/** True when nothing was lost. */
export async function proveNothingIsLost(service: Service, seed: number): Promise<boolean> {
  const receiver = await startReceiver(badDay(seededRandom(seed), FAILURES_MAX));
  const merchant = await registerMerchant("Chaos Coffee");
  receiver.useSecret(await merchant.rotateSecret());
  const paid = new Map<string, number>();
  const killing = killInMidDelivery(service, receiver, paid);
  const closing = closeForAWhile(receiver, paid);
  await payAll(merchant, receiver.url, paid);
  const killedAt = await killing;
  await closing;
  const isComplete = await waitForAll(receiver, paid);
  const isKnown = await areAllMarkedDelivered(merchant);
  report(receiver, paid, killedAt, isKnown);
  await receiver.close();
  return isComplete && isKnown && receiver.arrivals.every(({ isVerified }) => isVerified);
}

async function payAll(merchant: Merchant, url: string, paid: Map<string, number>): Promise<void> {
  let next = 0;
  const payer = async () => {
    while (next < PAYMENTS) {
      const { intentId, respondedAt } = await merchant.pay({ callback_url: `${url}/${next++}` });
      paid.set(intentId, respondedAt);
      await sleep(300);
    }
  };
  await Promise.all(Array.from({ length: PAYERS }, payer));
}

/** While some hang or wait for their retry in the queue's memory, and payments are being made. */
async function killInMidDelivery(service: Service, receiver: Receiver, paid: Map<string, number>) {
  const isTime = () => paid.size >= PAYMENTS * 0.75 && (hanging(receiver) > 0 || paid.size === PAYMENTS);
  while (!isTime()) await sleep(20);
  const killedAt = Date.now();
  await service.kill();
  await sleep(1_000);
  await service.start();
  return killedAt;
}

function hanging({ arrivals }: Receiver): number {
  const now = Date.now();
  return arrivals.filter(({ at, behaviour }) => behaviour === "never answers" && now - at < 15_000).length;
}

async function closeForAWhile(receiver: Receiver, paid: Map<string, number>): Promise<void> {
  while (paid.size < PAYMENTS * 0.3) await sleep(20);
  await receiver.close();
  await sleep(2_000);
  await receiver.open();
}

async function waitForAll(receiver: Receiver, paid: Map<string, number>): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const told = firstSuccesses(receiver);
    if ([...paid.keys()].every((intentId) => told.has(intentId))) return true;
    await sleep(500);
  }
  return false;
}

/** The service knows it too: nothing is pending, once the slow answers are in. */
async function areAllMarkedDelivered(merchant: Merchant): Promise<boolean> {
  const path = "/merchant/api/v1/webhook-deliveries?limit=100";
  for (let attempt = 0; attempt < 240; attempt++) {
    const { deliveries } = await merchant.call<{ deliveries: { status: string }[] }>("GET", path);
    const delivered = deliveries.filter(({ status }) => status === "delivered");
    if (delivered.length === PAYMENTS && deliveries.length === PAYMENTS) return true;
    await sleep(1_000);
  }
  return false;
}

function firstSuccesses({ arrivals }: Receiver): Map<string, number> {
  const first = new Map<string, number>();
  for (const { intentId, at, isSuccess } of arrivals) {
    if (isSuccess && !first.has(intentId)) first.set(intentId, at);
  }
  return first;
}

function report(receiver: Receiver, paid: Map<string, number>, killedAt: number, isKnown: boolean): void {
  const { arrivals } = receiver;
  const told = firstSuccesses(receiver);
  const waits = [...paid].flatMap(([intentId, paidAt]) => {
    const at = told.get(intentId);
    return at === undefined ? [] : [Math.max(0, at - paidAt)];
  });
  const behaviours = Object.groupBy(arrivals, ({ behaviour }) => behaviour);
  printTable(`Nothing is lost (${BASE_URL})`, [
    ["payments made", paid.size],
    ["paid before the kill -9", [...paid.values()].filter((at) => at < killedAt).length],
    ["told at least once", `${waits.length} of ${paid.size}`],
    ["marked delivered by the service", isKnown ? "all" : "NOT all"],
    ["requests received", arrivals.length],
    ["of them verified", arrivals.filter(({ isVerified }) => isVerified).length],
    ["received again after a success", arrivals.filter(({ isSuccess }) => isSuccess).length - told.size],
    ["from payment to success, p50", seconds(percentile(waits, 0.5))],
    ["from payment to success, slowest", seconds(Math.max(...waits))],
    ...Object.entries(behaviours).map(([name, list]): [string, number] => [
      `answer: ${name}`,
      list?.length ?? 0,
    ]),
  ]);
}

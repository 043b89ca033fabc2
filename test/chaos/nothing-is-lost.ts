// 40 payments with an unreliable receiver, whose port is closed for a while, and a service that is killed
// during deliveries: every event must arrive at least once. Each payment has its own callback_url, so that no
// endpoint becomes degraded and slows the run down.
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../bench/statistics.ts";
import { type Merchant, registerMerchant } from "./merchant.ts";
import { failAtRandom, type Receiver, seededRandom, startReceiver } from "./receiver.ts";
import { BASE_URL, type Service } from "./service.ts";
import { printTable, seconds } from "./table.ts";

const PAYMENTS = 40;
const PAYERS = 4;
const FAILURES_MAX = 2;
/** The slowest delivery fails twice and meets the closed port (3 min), loses a message (2 min) and times out. */
const DELIVERY_TIMEOUT_MS = 10 * 60_000;

/** True when every event arrived with a valid signature and the service knows that it did. */
export async function checkNothingIsLost(service: Service, seed: number): Promise<boolean> {
  const receiver = await startReceiver(failAtRandom(seededRandom(seed), FAILURES_MAX));
  const merchant = await registerMerchant("Chaos Coffee");
  receiver.useSecret(await merchant.rotateSecret());
  const paid = new Map<string, number>();
  const killing = killDuringDeliveries(service, receiver, paid);
  const closing = closeForAWhile(receiver, paid);
  await payAll(merchant, receiver.url, paid);
  const killedAt = await killing;
  await closing;
  const isComplete = await waitForAll(receiver, paid);
  const isListed = await areAllMarkedDelivered(merchant);
  report(receiver, paid, killedAt, isListed);
  await receiver.close();
  return isComplete && isListed && receiver.arrivals.every(({ isVerified }) => isVerified);
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

/** Kills the service while deliveries hang or wait in the queue's memory and payments are being made. */
async function killDuringDeliveries(service: Service, receiver: Receiver, paid: Map<string, number>) {
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
  return arrivals.filter(({ at, behaviour }) => behaviour === "never responds" && now - at < 15_000).length;
}

async function closeForAWhile(receiver: Receiver, paid: Map<string, number>): Promise<void> {
  while (paid.size < PAYMENTS * 0.3) await sleep(20);
  await receiver.close();
  await sleep(2_000);
  await receiver.open();
}

async function waitForAll(receiver: Receiver, paid: Map<string, number>): Promise<boolean> {
  const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const delivered = firstSuccesses(receiver);
    if ([...paid.keys()].every((intentId) => delivered.has(intentId))) return true;
    await sleep(500);
  }
  return false;
}

/** Waits for the slow responses to end, after which the service must list every delivery as delivered. */
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

function report(receiver: Receiver, paid: Map<string, number>, killedAt: number, isListed: boolean): void {
  const { arrivals } = receiver;
  const delivered = firstSuccesses(receiver);
  const waits = [...paid].flatMap(([intentId, paidAt]) => {
    const at = delivered.get(intentId);
    return at === undefined ? [] : [Math.max(0, at - paidAt)];
  });
  const behaviours = Object.groupBy(arrivals, ({ behaviour }) => behaviour);
  printTable(`Nothing is lost (${BASE_URL})`, [
    ["payments", paid.size],
    ["payments before the kill -9", [...paid.values()].filter((at) => at < killedAt).length],
    ["delivered at least once", `${waits.length} of ${paid.size}`],
    ["listed as delivered by the service", isListed ? "all" : "NOT all"],
    ["webhook requests", arrivals.length],
    ["webhook requests with a valid signature", arrivals.filter(({ isVerified }) => isVerified).length],
    [
      "duplicates of a delivered event",
      arrivals.filter(({ isSuccess }) => isSuccess).length - delivered.size,
    ],
    ["from payment to delivery, p50", seconds(median(waits))],
    ["from payment to delivery, slowest", seconds(Math.max(...waits))],
    ...Object.entries(behaviours).map(([name, list]): [string, number] => [
      `receiver: ${name}`,
      list?.length ?? 0,
    ]),
  ]);
}

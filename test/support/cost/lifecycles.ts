// Whole lifecycles of an intent, from its creation until only its rows in D1 are left, measured stage by stage. A merchant has
// a webhook for each outcome. Shop and customer poll in turns, and the last poll sees the outcome.
import { expect } from "vitest";
import { DELIVERED_KEPT_DAYS } from "#core/domain/webhooks/delivery.ts";
import { settledEvent } from "#core/ledger/present.ts";
import { settleIfDue } from "#core/ledger/settle.ts";
import { sweepAuditTrail } from "#core/services/audit/audit-chain.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepOverdueIntents } from "#core/services/operations/sweep.ts";
import type { ApiResponse } from "../api.ts";
import { approve, postScan, reject } from "../approvals.ts";
import { moveToNoon } from "../clean-up.ts";
import { DAY, HOUR, MINUTE, moveClock, setClock } from "../clock.ts";
import { readIntent, readPublicIntent } from "../intent-reads.ts";
import { transactionsOf } from "../intent-rows.ts";
import { cancel, confirm, postIntent, refund, withdraw } from "../intents.ts";
import { fireAlarm, published, stored } from "../objects.ts";
import { startReceiver } from "../receiver.ts";
import { showCode } from "../scan-tokens.ts";
import { db, deps, seedCounter, seedMerchant, seedWallet } from "../seeds.ts";
import { postLedgerEvent } from "../settlement.ts";
import { merchantToken, walletToken } from "../tokens.ts";
import {
  CLEANED_UP_TOGETHER,
  type Counts,
  type Lifecycle,
  NOTHING,
  PAID_TOGETHER,
  plus,
  type Stages,
} from "./counts.ts";
import { captureMessages, consumeAll } from "./messages.ts";
import { startMeters } from "./meters.ts";
import {
  attributed,
  idWithMinute,
  measureCleanUp,
  measureCleanUps,
  seedCopies,
  seedOldEvent,
} from "./sweeps.ts";

const OUTCOMES = ["payment.completed", "payment.cancelled", "payment.expired", "refund.completed"] as const;
const REQUEST = {
  amount: 12.5,
  reference: "order-1001",
  description: "Two flat whites and a slice of cake",
  metadata: { table: 7 },
};

/** Each merchant has a minute of its own, so that its clean-up sees no other's events. */
let merchants = 0;
/** Ids are ordered by time, so each lifecycle begins after the one before. */
let endedAt = 0;

type Scene = Awaited<ReturnType<typeof setUp>>;

/** What happens between the creation and the last poll, by stage. */
const COURSES: Record<Lifecycle, (scene: Scene) => Promise<void>> = {
  paid: async (scene) => {
    await create(scene);
    await pay(scene);
  },
  "paid at a counter": async (scene) => {
    const { begin, merchant, counter } = scene;
    await begin(async () => await postIntent(await merchant({ counter_id: counter.id }), REQUEST));
    await pay(scene);
  },
  expired: async (scene) => {
    await create(scene);
    await scene.sweep("expire", () => sweepOverdueIntents(beginSweep(deps)), HOUR);
  },
  cancelled: async (scene) => {
    await create(scene);
    const { stage, merchant, intent } = scene;
    await stage("cancel", async () => succeed(await cancel(await merchant(), intent.id)));
  },
  refunded: async (scene) => {
    await create(scene);
    await pay(scene);
    const { stage, sweep, merchant, intent } = scene;
    await stage("refund", async () => succeed(await refund(await merchant(), intent.id)));
    await stage("settle", () => reportSettlement(intent.id));
    await sweep("audit trail", () => sweepAuditTrail({ ...deps, shard: deps.shards.home }), 3 * MINUTE);
  },
  "reverse QR, approved": async (scene) => {
    await scan(scene);
    const { stage, wallet, intent } = scene;
    await stage("approve", async () => succeed(await approve(await wallet(), intent.id)));
  },
  "reverse QR, rejected": async (scene) => {
    await scan(scene);
    const { stage, wallet, intent } = scene;
    await stage("reject", async () => succeed(await reject(await wallet(), intent.id)));
  },
  "reverse QR, withdrawn": async (scene) => {
    await scan(scene);
    const { stage, merchant, intent } = scene;
    await stage("withdraw", async () => succeed(await withdraw(await merchant(), intent.id)));
  },
};

async function create({ begin, merchant }: Scene): Promise<void> {
  await begin(async () => await postIntent(await merchant(), REQUEST));
}

async function pay({ stage, wallet, intent }: Scene): Promise<void> {
  await stage("pay", async () => succeed(await confirm(await wallet(), intent.id)));
}

async function scan({ begin, merchant, wallet, counter }: Scene): Promise<void> {
  await begin(async () => {
    const { code } = await showCode(await wallet());
    return await postScan(await merchant(), { ...REQUEST, scan_token: code, counter_id: counter.id });
  });
}

/** `cleanUp` is that of `CLEANED_UP_TOGETHER` such intents. */
export async function measureLifecycle(
  lifecycle: Lifecycle,
  polls: number,
): Promise<{ stages: Stages; cleanUp: Counts }> {
  const scene = await setUp(polls);
  await COURSES[lifecycle](scene);
  await scene.end();
  const cleanUp = await scene.cleanUp();
  endedAt = Date.now();
  return { stages: scene.stages, cleanUp };
}

/** Payments at a merchant that has many at once: their messages come in one batch. Without their clean-up. */
export async function measureBusyMerchant(): Promise<Counts> {
  const { merchant, wallet, intent, poll, messages, meters } = await setUp(2);
  const ids: string[] = [];
  for (let index = 0; index < PAID_TOGETHER; index++) {
    intent.id = succeed(await postIntent(await merchant(), REQUEST)).body.payment_intent.id;
    ids.push(intent.id);
    await poll(0);
    succeed(await confirm(await wallet(), intent.id));
    await poll(1);
    await published(intent.id);
  }
  await consumeAll(messages, meters, { delayedToo: true, batchSize: PAID_TOGETHER });
  for (const id of ids) await sleepUntilEmpty(id);
  endedAt = Date.now();
  return meters.take();
}

function succeed(response: ApiResponse): ApiResponse {
  expect(response.status).toBeLessThan(300);
  return response;
}

async function setUp(polls: number) {
  setClock(Math.max(endedAt, Date.now()));
  const minute = merchants++;
  moveToNoon(minute);
  const { id: merchantId } = await seedMerchant({
    id: idWithMinute(minute),
    webhookUrl: "https://shop.test/hook",
    webhookEvents: [...OUTCOMES],
  });
  await seedOldEvent(merchantId);
  const counter = await seedCounter(merchantId);
  const walletId = await seedWallet();
  startReceiver();
  const merchant = async (claims = {}) => ({ token: await merchantToken(merchantId, claims) });
  const wallet = async () => ({ id: walletId, token: await walletToken(walletId) });
  const messages = captureMessages();
  const meters = await startMeters();
  const idleCleanUp = await measureCleanUp(meters);
  const intent = { id: "" };
  const stages: Stages = {};
  const note = (name: string) => {
    stages[name] = plus(stages[name] ?? NOTHING, meters.take());
  };
  const stage = async (name: string, work: () => Promise<unknown>) => {
    await work();
    await published(intent.id);
    note(name);
    await consumeAll(messages, meters, { delayedToo: false });
    note("queues");
  };
  const sweep = (name: string, part: () => Promise<void>, dueAfterMs: number) =>
    stage(name, () => attributed(meters, part, dueAfterMs));
  const poll = async (index: number) =>
    succeed(await (index % 2 === 0 ? readPublicIntent(intent.id) : readIntent(await merchant(), intent.id)));
  return {
    intent,
    messages,
    meters,
    poll,
    merchant,
    wallet,
    counter,
    stage,
    stages,
    sweep,
    async begin(request: () => Promise<ApiResponse>) {
      await stage("create", async () => {
        intent.id = succeed(await request()).body.payment_intent.id;
      });
      await stage("polls", async () => {
        for (let index = 0; index < polls - 1; index++) await poll(index);
      });
    },
    async end() {
      await stage("polls", () => poll(polls - 1));
      await consumeAll(messages, meters, { delayedToo: true });
      note("queues");
      await stage("empty the object", () => sleepUntilEmpty(intent.id));
    },
    async cleanUp() {
      moveClock(DELIVERED_KEPT_DAYS * DAY);
      moveToNoon(minute);
      await seedCopies(intent.id, CLEANED_UP_TOGETHER - 1);
      return await measureCleanUps(meters, idleCleanUp);
    },
  };
}

/** Settles as an external ledger does, before the object has asked for the result. */
async function reportSettlement(intentId: string): Promise<void> {
  const refunds = (await transactionsOf(intentId)).filter((row) => row.transaction_type === "refund");
  const settled = await settleIfDue(db, refunds[0]?.id ?? "", Date.now() + MINUTE);
  if (settled === null) throw new Error("there is no refund");
  succeed(await postLedgerEvent(settledEvent(settled)));
}

/** Moves to each alarm in turn, until the object has none. */
async function sleepUntilEmpty(intentId: string): Promise<void> {
  for (let { alarmAt } = await stored(intentId); alarmAt !== null; { alarmAt } = await stored(intentId)) {
    setClock(Math.max(alarmAt, Date.now()));
    await fireAlarm(intentId);
    await published(intentId);
  }
}

// What an administrator has stopped, which an object reads beside its load. Others may call it meanwhile.
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { describe, expect, inject, vi } from "vitest";
import type { MerchantStop } from "#core/db/merchants/merchants.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { renewAccountCopies } from "#core/services/merchants/account-copies.ts";
import { setMerchantStop } from "#core/services/merchants/merchant-stops.ts";
import { HOUR, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, interceptDatabase, repair, useMutedLog } from "../support/faults.ts";
import { anOperation } from "../support/intent.ts";
import { rowOf, transactionsOf } from "../support/intent-rows.ts";
import {
  execute,
  find,
  fireAlarm,
  NOTHING_STORED,
  objectOf,
  pay,
  published,
  stored,
  until,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { Random } from "../support/random.ts";
import { it } from "../support/seeded-it.ts";
import { ACTOR, deps, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";
import { seedPaid } from "../support/settlement.ts";

const RESTRICTIONS = /"suspended_at"/;

const queues = useQueues();
useMutedLog();
useStoppedClock();

type Type = "cancel" | "withdraw" | "refund";

/** A command of the merchant's own client, which no guard has checked. */
function command(merchantId: string, intentId: string, type: Type) {
  const key = { merchantId, counterId: null, userId: null };
  const sent: IntentCommand = type === "refund" ? { type, merchantId, key: null } : { type, merchantId };
  return execute(intentId, sent, { key, isUser: false, issuedAt: null, forOwners: false });
}

async function stop(merchantId: string, stop: MerchantStop): Promise<void> {
  expect((await setMerchantStop(deps, ACTOR, merchantId, { stop, reason: "Fraud" })).ok).toBe(true);
  await renewAccountCopies(deps, merchantId);
}

describe("while D1 does not say what is stopped", () => {
  it("nothing begins", async ({ merchant, intent, wallet }) => {
    const paid = await seedPaid();
    await published(paid.intent.id);
    const before = await stored(paid.intent.id);
    failDatabase(RESTRICTIONS);
    const attempts = [
      () => pay(intent.id, wallet),
      () => command(merchant.id, intent.id, "cancel"),
      () => command(paid.merchant.id, paid.intent.id, "refund"),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ dependency: "database" });
    expect([await stored(intent.id), await stored(paid.intent.id)]).toEqual([NOTHING_STORED, before]);
    expect(queues.ledgerEvents).toEqual([]);
    repair();
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "completed" } });
  });
});

describe("a caller that is refused", () => {
  it("has changed nothing: neither a deadline nor lost storage", async ({ merchant, intent, wallet }) => {
    const operation = anOperation("payment", { walletId: wallet });
    const lost = await seedIntent(merchant.id, { operation });
    await stop(merchant.id, "suspension");
    moveClock(HOUR);
    for (const { id } of [intent, lost]) {
      expect(await command(merchant.id, id, "cancel")).toEqual({ ok: false, error: "merchant_suspended" });
      expect(await stored(id)).toEqual(NOTHING_STORED);
      expect(await rowOf(id)).toMatchObject({ status: "pending", version: 1 });
    }
  });
});

describe("while a confirm asks what is stopped", () => {
  async function during(intentId: string, wallet: string, meanwhile: () => Promise<unknown>) {
    const held = holdDatabase(RESTRICTIONS);
    const paying = pay(intentId, wallet);
    const settled = Promise.allSettled([paying]);
    await until(() => held.waiting === 1);
    await meanwhile();
    held.release();
    return (await settled)[0];
  }

  it("a cancel wins", async ({ merchant, intent, wallet }) => {
    const cancel = () => execute(intent.id, { type: "cancel", merchantId: merchant.id });
    const refused = { value: { ok: false, error: "already_cancelled" } };
    expect(await during(intent.id, wallet, cancel)).toMatchObject(refused);
    expect(await transactionsOf(intent.id)).toEqual([]);
  });

  it("the deadline may pass", async ({ intent, wallet }) => {
    const expire = async () => {
      moveClock(HOUR);
      await fireAlarm(intent.id);
    };
    expect(await during(intent.id, wallet, expire)).toMatchObject({ value: { error: "expired" } });
    expect(await transactionsOf(intent.id)).toEqual([]);
  });

  it("its object may crash: the next one decides", async ({ intent, wallet }) => {
    await during(intent.id, wallet, () => abortAllDurableObjects());
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });

  it("its instance may be replaced: it fails, and begins nothing", async ({ intent, wallet }) => {
    await find(intent.id);
    const replace = () =>
      runInDurableObject(objectOf(intent.id), async (_, { storage }) => {
        vi.spyOn(Object.getPrototypeOf(storage.kv), "get").mockImplementationOnce(() => {
          throw new Error("This instance has been replaced.");
        });
      });
    expect(await during(intent.id, wallet, replace)).toMatchObject({ status: "rejected" });
    expect(await transactionsOf(intent.id)).toEqual([]);
  });
});

describe("while a refund asks what is stopped", () => {
  it("its object may be emptied, and stores the refund with its alarm", async () => {
    const { merchant, intent } = await seedPaid();
    await published(intent.id);
    moveClock(RECOVERY_WINDOW_MS);
    const held = holdDatabase(RESTRICTIONS);
    const refunding = command(merchant.id, intent.id, "refund");
    await until(() => held.waiting === 1);
    await fireAlarm(intent.id);
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
    held.release();
    expect(await refunding).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
    expect((await transactionsOf(intent.id)).map((row) => row.transaction_type)).toEqual([
      "payment",
      "refund",
    ]);
  });
});

/** Half of the objects are in memory, and half of those have been asked to pay before, when nothing was stopped. */
async function seedRound(random: Random, type: "confirm" | "refund", count: number) {
  const [merchant, wallet, poor] = [await seedMerchant(), await seedWallet(10_000_00), await seedWallet(0)];
  await deps.sandboxLedger?.openAccount(merchant.id, "USD", 10_000_00);
  const isPaid = { status: "completed", completedBy: wallet, completedAt: Date.now() } as const;
  const ids: string[] = [];
  for (let each = 0; each < count; each++) {
    const { id } = await seedIntent(merchant.id, type === "refund" ? isPaid : {});
    if (random.chance(0.5)) await find(id);
    if (random.chance(0.25)) await pay(id, poor);
    ids.push(id);
  }
  const send = (id: string) => (type === "confirm" ? pay(id, wallet) : command(merchant.id, id, type));
  return { merchant, ids, send };
}

describe("a stop at the very moment of a command, 100 times, or 1,000", () => {
  const ROUNDS = inject("longTests") ? 10 : 1;
  const COMMANDS = 25;

  it.for([
    ["suspension", "confirm", "not_payable"],
    ["suspension", "refund", "merchant_suspended"],
    ["refunds", "refund", "refunds_stopped"],
    ["refunds", "confirm", null],
  ] as const)(
    "%s, %s: nothing begins once it is answered, and what has begun finishes",
    async ([stopped, type, refusal]) => {
      let begun = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const random = new Random(`${stopped} ${type} ${round}`);
        const wait = (maxMs: number) => scheduler.wait(random.integer(0, maxMs));
        const { merchant, ids, send } = await seedRound(random, type, COMMANDS);
        const endDelays = interceptDatabase(/./, async (run) => {
          await wait(3);
          const reply = await run();
          await wait(3);
          return reply;
        });
        const stopping = wait(20).then(() => stop(merchant.id, stopped));
        const sending = ids.map(async (id) => {
          const isLate = random.chance(0.3);
          await (isLate ? stopping : wait(30));
          return { id, isLate, result: await send(id) };
        });
        const sent = await Promise.all(sending);
        endDelays();
        for (const { id, isLate, result } of sent) {
          const isBegun = result.ok;
          if (!result.ok) expect(result.error).toBe(refusal);
          expect(isBegun && isLate && refusal !== null).toBe(false);
          const moved = (await transactionsOf(id)).filter(({ status }) => status !== "declined");
          expect(moved).toHaveLength(isBegun ? 1 : 0);
          const end =
            type === "refund" ? { refundStatus: "pending" } : { status: "completed", operation: null };
          if (isBegun) expect(await find(id)).toMatchObject(end);
          begun += Number(isBegun && !isLate);
        }
      }
      expect(begun).toBeGreaterThan(0);
    },
  );
});

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { settledEvent } from "#core/ledger/present.ts";
import { settleDue } from "#core/ledger/settle.ts";
import { sandboxObjectDependenciesFor } from "#sandbox/composition.ts";
import { call } from "../support/api.ts";
import { storedEntries } from "../support/audit-trail.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, PROJECTION, repair, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { collect, evict, execute, find, fireAlarm, objectOf, published } from "../support/objects.ts";
import { INTENTS } from "../support/paths.ts";
import { consume, useQueues } from "../support/queues.ts";
import { ledgerRows } from "../support/rows.ts";
import { balanceOf, db } from "../support/seeds.ts";
import { seedPaid, seedPendingRefund, setLedgerBalance } from "../support/settlement.ts";
import { merchantToken } from "../support/tokens.ts";

const queues = useQueues();

useMutedLog();
useStoppedClock();

/** The ledger's own message, the same on the queue and over HTTP. */
async function settlementMessage(transactionId: string) {
  moveClock(3_000);
  const settled = (await settleDue(db, Date.now())).find((json) => json.transaction_id === transactionId);
  if (settled === undefined) throw new Error("the refund did not settle");
  return JSON.parse(JSON.stringify(settledEvent(settled)));
}

const EVENTS_WHEN_SETTLED = ["payment.completed", "refund.pending", "refund.completed"];

async function expectRefunded(intentId: string, wallet: string, transactionId: string) {
  await published(intentId);
  expect(await rowOf(intentId)).toMatchObject({
    status: "completed",
    refund_status: "completed",
    refund_ledger_tx_id: transactionId,
    operation: null,
  });
  expect((await eventsOf(intentId)).map(({ type }) => type)).toEqual(EVENTS_WHEN_SETTLED);
  expect(await balanceOf(wallet)).toBe(100_00);
}

describe("a refund", () => {
  it("is completed by the first response of a ledger that settles at once, after both events in order", async () => {
    const { intent, wallet, refund } = await seedPaid();
    await runInDurableObject(objectOf(intent.id), (object) => {
      const { ledger } = sandboxObjectDependenciesFor((object as unknown as { env: Env }).env);
      const transfer = ledger.transfer;
      vi.spyOn(ledger, "transfer").mockImplementationOnce(async (requested) => {
        const accepted = await transfer(requested);
        moveClock(3_000);
        await settleDue(db, Date.now());
        return accepted.outcome === "pending" ? { ...accepted, outcome: "settled" } : accepted;
      });
    });

    const refunded = await refund();

    const { refundLedgerTxId: transactionId } = (await find(intent.id)) ?? {};
    expect(refunded).toMatchObject({ ok: true, value: { refundStatus: "completed", operation: null } });
    await expectRefunded(intent.id, wallet, transactionId ?? "");
  });

  it("asks for the same again, with the shop's texts, which were stored before the first time", async () => {
    const { intent, merchant } = await seedPaid();
    const texts = { refundReference: "credit-1", refundReason: null };
    const asked: [transfer: unknown, row: unknown][] = [];
    await runInDurableObject(objectOf(intent.id), (object) => {
      const { ledger } = sandboxObjectDependenciesFor((object as unknown as { env: Env }).env);
      vi.spyOn(ledger, "transfer").mockImplementation(async (transfer) => {
        asked.push([transfer, (await rowOf(intent.id))?.refund_reference]);
        return { outcome: "unknown" };
      });
    });
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null, texts });
    await evict(intent.id);
    await fireAlarm(intent.id);
    vi.restoreAllMocks();
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual([expect.objectContaining({ refundTexts: texts }), "credit-1"]);
    expect(asked[1]).toEqual(asked[0]);
  });

  it("settles once through the queue ledger-events alone, however often it is reported", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();

    const message = await settlementMessage(transactionId);
    for (let time = 0; time < 2; time++)
      expect(await consume("ledger-events", [message])).toMatchObject({ acked: [0], retried: [] });

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the embedded ledger's own two queues", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();
    const [due] = queues.ledgerSettlements;
    expect(due).toEqual({ body: { transactionId }, delaySeconds: 2 });

    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ retried: [0] });
    moveClock(3_000);
    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ acked: [0] });
    await consume("ledger-events", [JSON.parse(JSON.stringify(queues.ledgerEvents[0]?.body))]);

    await expectRefunded(intent.id, wallet, transactionId);
  });
});

describe("a refund that the ledger refuses", () => {
  async function withEmptyMerchant() {
    const setting = await seedPaid();
    const setBalance = (minor: number) =>
      ledgerRows.run(
        "UPDATE ledger_balances SET balance_minor = ? WHERE account_id = ?",
        minor,
        setting.merchant.id,
      );
    await setBalance(0);
    return { ...setting, refill: () => setBalance(1250) };
  }

  it("is refused, reported with its reason, and can be requested again", async () => {
    const { intent, refund } = await withEmptyMerchant();

    expect(await refund()).toEqual({ ok: false, error: "insufficient_merchant_funds" });

    expect(await rowOf(intent.id)).toMatchObject({
      refund_status: null,
      refund_ledger_tx_id: null,
      refund_declines: 1,
    });
    const event = (await eventsOf(intent.id)).at(-1);
    expect(event).toMatchObject({ type: "refund.failed", sequence: 3 });
    expect(JSON.parse(event?.payload ?? "").data).toMatchObject({
      reason: "insufficient_funds",
      sequence: 3,
    });
  });

  it("can be requested again under the next key, even after the object's storage was deleted", async () => {
    const { intent, refund, refill, wallet } = await withEmptyMerchant();
    await refund();
    await collect(intent.id);
    await refill();

    expect(await refund()).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    moveClock(3_000);
    await fireAlarm(intent.id);

    expect((await transactionsOf(intent.id)).map((row) => row.idempotency_key)).toEqual([
      `payment:${intent.id}:1`,
      `refund:${intent.id}:1`,
      `refund:${intent.id}:2`,
    ]);
    expect(await balanceOf(wallet)).toBe(100_00);
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.failed", 3],
      ["refund.pending", 4],
      ["refund.completed", 5],
    ]);
  });
});

const TOO_POOR = { ok: false, error: "insufficient_merchant_funds" };

async function seedPoorMerchant() {
  const { intent, merchant } = await seedPaid();
  await setLedgerBalance(merchant.id, 0);
  const refund = (key: string | null) => execute(intent.id, { type: "refund", merchantId: merchant.id, key });
  return { intent, refund, refill: () => setLedgerBalance(merchant.id, 1250) };
}

describe("the key of a refused refund", () => {
  it("is remembered in D1 once the object's storage was deleted", async () => {
    const { intent, refund, refill } = await seedPoorMerchant();
    await refund("key-1");
    await refund("key-2");
    await published(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({
      refund_key: "key-2",
      earlier_refund_refusals: '[{"key":"key-1","refusal":"insufficient_merchant_funds"}]',
    });
    await collect(intent.id);
    await evict(intent.id);
    await refill();

    for (const key of ["key-1", "key-2"]) expect(await refund(key)).toEqual(TOO_POOR);
    expect(await refund("key-3")).toMatchObject({ ok: true });
  });
});

// A refund is made by its object, which also keeps its entry in the audit trail until D1 has it.

const log = useMutedLog();

async function refundFrom(address: string, beforehand = () => {}) {
  const { merchant, intent } = await seedPaid();
  await published(intent.id);
  beforehand();
  const token = await merchantToken(merchant.id);
  const headers = { "CF-Connecting-IP": address, "Idempotency-Key": "refund-1" };
  const refund = () => call("POST", `${INTENTS}/${intent.id}/refund`, { token, headers });
  return { merchant, intent, refund, first: await refund() };
}

function auditLines() {
  return log.map((line) => JSON.parse(line)).filter(({ event }) => event === "audit");
}

it("says who requested it and from where, once, however often the request is repeated", async () => {
  const { merchant, intent, refund, first } = await refundFrom("192.0.2.1");
  expect([first.status, (await refund()).status]).toEqual([200, 200]);

  const entries = await storedEntries(merchant.id, "refund.requested");
  expect(entries).toMatchObject([
    {
      targetId: intent.id,
      actor: `merchant-${merchant.id}`,
      actorKind: "merchant",
      requestId: first.headers.get("X-Request-Id"),
      erasable: { address: { value: "192.0.2.1" }, subject: { value: expect.any(String) } },
    },
  ]);
  expect(auditLines()).toMatchObject([
    { action: "refund.requested", entry_id: entries[0]?.id, merchant_id: merchant.id, target_id: intent.id },
  ]);
});

it("is in the trail as soon as D1 is back when it was made without D1", async () => {
  const { merchant, intent, first } = await refundFrom("192.0.2.1", () => failDatabase(PROJECTION));
  expect(first.status).toBe(200);
  repair();
  expect(await storedEntries(merchant.id, "refund.requested")).toEqual([]);
  moveClock(60_000);
  await fireAlarm(intent.id);
  await published(intent.id);
  expect(await storedEntries(merchant.id, "refund.requested")).toHaveLength(1);
});

it("leaves no entry for a payment", async () => {
  const { merchant, intent } = await seedPaid();
  await published(intent.id);
  expect(await storedEntries(merchant.id)).toEqual([]);
});

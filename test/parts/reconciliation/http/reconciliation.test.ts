import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { savePosition } from "#core/db/operations/sweep-positions.ts";
import { HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { expectInvalid } from "../../../support/error-responses.ts";
import { failDatabase, muteLog, POSTING, PROJECTION } from "../../../support/faults.ts";
import { eventsOf } from "../../../support/intent-rows.ts";
import { fireAlarm, pay, published } from "../../../support/objects.ts";
import {
  findingsAbout,
  kindsAbout,
  reconciliation,
  reconciliationPages,
  useReconciliation,
} from "../../../support/reconciliation.ts";
import { ledgerRows, rowsOf, sharedRows } from "../../../support/rows.ts";
import { it } from "../../../support/seeded-it.ts";
import { db, deps, seedIntent, seedPayable, seedWallet } from "../../../support/seeds.ts";
import { seedPaid, seedPendingRefund } from "../../../support/settlement.ts";

useReconciliation();

async function setEvent(intentId: string, assignments: string): Promise<string> {
  const [event] = await eventsOf(intentId);
  await sharedRows.run(`UPDATE events SET ${assignments} WHERE id = ?`, event?.id);
  return event?.id ?? "";
}

/** A payment whose result the failing ledger does not tell, after that many alarms. */
async function unknownPayment(alarms: number) {
  const { merchant, intent, wallet } = await seedPayable();
  await pay(intent.id, wallet);
  for (let alarm = 0; alarm < alarms; alarm++) await fireAlarm(intent.id);
  return { merchant, intent };
}

describe("GET /admin/reconciliation", () => {
  it("finds a refund that has been pending for long, and says what to do", async () => {
    const { merchant, intent, transactionId } = await seedPendingRefund();
    await published(intent.id);
    const since = new Date().toISOString().slice(0, 16);
    expect(await kindsAbout(merchant.id)).toEqual([]);
    moveClock(11 * MINUTE);

    expect(await kindsAbout(merchant.id, "stuck_after_minutes=15")).toEqual([]);
    expect(await findingsAbout(merchant.id)).toEqual([
      {
        kind: "refund_unfinished",
        since: expect.stringContaining(since),
        merchant_id: merchant.id,
        payment_intent_id: intent.id,
        movement_id: null,
        event_id: null,
        transaction_id: null,
        found: `pending for 11 minutes; at the ledger ${transactionId}`,
        action: expect.stringContaining(`POST /merchant/api/v1/admin/payment-intents/${intent.id}/resolve`),
      },
    ]);
  });

  it("finds a payment that its object has retried for a while, until it is settled", async () => {
    failDatabase(POSTING);
    const { merchant, intent } = await unknownPayment(2);
    moveClock(11 * MINUTE);
    expect(await kindsAbout(merchant.id)).toEqual(["payment_unfinished"]);
    vi.restoreAllMocks();
    muteLog();

    await fireAlarm(intent.id);
    await published(intent.id);
    await fireAlarm(intent.id);

    expect(await kindsAbout(merchant.id)).toEqual([]);
  });

  it("finds a payment still under way after the deadline, once", async () => {
    failDatabase(POSTING);
    const once = await unknownPayment(0);
    const reported = await unknownPayment(3);
    moveClock(HOUR);

    expect(await kindsAbout(once.merchant.id)).toEqual(["payment_unfinished"]);
    expect(await kindsAbout(reported.merchant.id)).toEqual(["payment_unfinished"]);
  });

  it("finds an intent past its deadline whose object fails, and settles those whose object responds", async ({
    merchant,
  }) => {
    await seedIntent(merchant.id);
    const stuck = await seedIntent(merchant.id);
    const find = deps.intents.find.bind(deps.intents);
    moveClock(HOUR);
    vi.spyOn(deps.intents, "find").mockImplementation((id) =>
      id === stuck.id ? Promise.reject(new Error("the object failed")) : find(id),
    );

    expect(await findingsAbout(merchant.id)).toMatchObject([
      { kind: "intent_overdue", payment_intent_id: stuck.id, since: new Date(stuck.expiresAt).toISOString() },
    ]);
  });

  it("finds an intent that is open in D1 and closed in its object", async () => {
    const { merchant, intent } = await seedPaid();
    await published(intent.id);
    const restored = "UPDATE payment_intents SET status = 'pending', version = 1 WHERE id = ?";
    await rowsOf(intent.id).run(restored, intent.id);
    moveClock(HOUR);
    // Otherwise the object would write itself to D1 when it is asked.
    failDatabase(PROJECTION);

    expect(await findingsAbout(merchant.id)).toMatchObject([
      {
        kind: "database_behind",
        payment_intent_id: intent.id,
        found: "completed in its object, pending in D1",
      },
      {
        kind: "database_behind",
        payment_intent_id: intent.id,
        found: "the object has this payment, D1 does not",
      },
    ]);
  });

  it("finds what an object cannot write to a queue", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    vi.spyOn(env.WEBHOOKS, "sendBatch").mockRejectedValue(new Error("the queue failed"));
    await pay(intent.id, wallet);
    for (let alarm = 0; alarm < 4; alarm++) await fireAlarm(intent.id);
    moveClock(11 * MINUTE);

    expect(await kindsAbout(merchant.id)).toContain("outbox_unfinished");
  });

  it("finds deliveries that are overdue, that wait for an address, and that have failed", async () => {
    const { merchant, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    const ids = [];
    for (let count = 0; count < 4; count++) {
      const { id } = await seedIntent(merchant.id);
      await pay(id, wallet);
      ids.push(id);
    }
    const [overdue = "", first = "", second = "", failed = ""] = ids;
    const waiting = "next_attempt_at = NULL, parked_url = 'https://shop.test/hook?key=1'";
    const eventIds = [
      await setEvent(overdue, `next_attempt_at = ${Date.now()}`),
      await setEvent(first, waiting),
      await setEvent(failed, "next_attempt_at = NULL, delivery_status = 'failed', last_error = 'timed out'"),
    ];
    await setEvent(second, waiting);
    moveClock(11 * MINUTE);

    const found = await findingsAbout(merchant.id);

    expect(found.map(({ kind, event_id, found: text }) => [kind, event_id, text])).toEqual([
      ["delivery_overdue", eventIds[0], "due and not attempted, after 0 attempts"],
      ["deliveries_waiting", eventIds[1], "recovered: https://shop.test; event_id is the oldest that waits"],
      ["delivery_failed", eventIds[2], "timed out"],
    ]);
  });

  it("finds a bus event that was not sent, and a part of the sweep that makes no progress", async () => {
    const { merchant, intent } = await seedPaid();
    await published(intent.id);
    const eventId = await setEvent(intent.id, `bus_due_at = ${Date.now()}`);
    const stalled = { part: "overdue_intents", key: "", position: 1, updatedAt: Date.now() } as const;
    await savePosition(db, stalled);
    moveClock(11 * MINUTE);

    expect(await findingsAbout(merchant.id)).toMatchObject([{ kind: "bus_event_unsent", event_id: eventId }]);
    const all = (await reconciliationPages()).flatMap(({ findings }) => findings);
    expect(all).toContainEqual(
      expect.objectContaining({
        kind: "sweep_stalled",
        merchant_id: null,
        found: "the part overdue_intents has work left and makes no progress",
      }),
    );
  });

  it("pages through everything once, however small the pages", async ({ merchant }) => {
    for (let count = 0; count < 3; count++) {
      const intent = await seedIntent(merchant.id);
      await pay(intent.id, await seedWallet());
      await published(intent.id);
      await rowsOf(intent.id).run("DELETE FROM events WHERE intent_id = ?", intent.id);
      await ledgerRows.run("DELETE FROM ledger_transactions WHERE metadata LIKE ?", `%${intent.id}%`);
    }
    moveClock(11 * MINUTE);

    const whole = await findingsAbout(merchant.id);
    const kinds = whole.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array(3).fill("event_missing"), ...Array(3).fill("payment_not_settled")]);
    for (const page of await reconciliationPages("limit=1")) expect(page.findings.length).toBeLessThan(2);
    expect(await findingsAbout(merchant.id, "limit=1")).toEqual(whole);
    expect(await findingsAbout(merchant.id, "limit=4")).toEqual(whole);
  });

  it("shows the period it compares: the last 24 hours, or the one that was asked for", async () => {
    const now = moveClock(0);
    const iso = (at: number) => new Date(at).toISOString();
    const byDefault = await reconciliation();
    const asked = await reconciliation("from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z");

    expect(byDefault.body).toMatchObject({ from: iso(now - 24 * HOUR), to: iso(now), limit: 20 });
    expect(asked.body).toMatchObject({ from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" });
  });

  it.each([
    ["status=pending", "status"],
    ["from=yesterday", "from"],
    ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "to"],
    ["stuck_after_minutes=0", "stuck_after_minutes"],
    [`cursor=${btoa('["no_such_check",0,"",""]')}`, "cursor"],
    [`cursor=${btoa('["sweep",-1,"",""]')}`, "cursor"],
  ])("refuses %s", async (query, field) => {
    expectInvalid(await reconciliation(query), field);
  });
});

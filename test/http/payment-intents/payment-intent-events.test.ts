import { describe, expect } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { findFirst } from "#core/shards/shards.ts";
import { type ApiResponse, call, ISO_TIME, UUID } from "../../support/api.ts";
import { approve, postScan, reject } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { createWithKey, expectNew, newKey } from "../../support/idempotency.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { collect } from "../../support/objects.ts";
import { makeMerchant, makeWallet, renewMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { deps } from "../../support/seeds.ts";
import { setLedgerBalance, settleRefund } from "../../support/settlement.ts";

function readHistory({ token }: { token: string }, id: string): Promise<ApiResponse> {
  return call("GET", `${INTENTS}/${id}/events`, { token });
}

/** Each event as "type by actor in request", in order, after a check of the whole response. */
async function historyOf(
  merchant: { token: string },
  id: string,
  createdBy: string | null = null,
): Promise<[string, string, string | null][]> {
  const { status, body } = await readHistory(merchant, id);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    created_by: createdBy,
    events: body.events.map((event: Record<string, unknown>, index: number) => ({
      id: expect.stringMatching(UUID),
      sequence: index + 1,
      type: event.type,
      created_at: expect.stringMatching(ISO_TIME),
      actor: event.actor,
      request_id: event.request_id,
    })),
  });
  return body.events.map((event: Record<string, string>) => [event.type, event.actor, event.request_id]);
}

const requestOf = ({ headers }: ApiResponse) => headers.get("X-Request-Id");
const walletClient = ({ id }: { id: string }) => `wallet-${id}`;

describe("GET /merchant/api/v1/payment-intents/{intentID}/events", () => {
  it("has ids of the merchant's slot, the intent's bucket and its shard", async ({
    merchant,
    wallet,
    counter,
  }) => {
    const made = (await makeIntent(merchant)).id;
    const keyed = expectNew(await createWithKey(newKey(), merchant));
    const required = { scan_token: wallet.id, counter_id: counter.id, amount: 12.5 };
    const scanned = (await postScan(merchant, required)).body.payment_intent.id;
    for (const id of [made, keyed]) await confirm(wallet, id);
    const endOf = async (id: string) => {
      const holds = async (shard: Shard) => (await findIntent(shard, id)) && shard.name;
      const shard = await findFirst(deps.shards.ofMerchant(merchant.id), holds);
      return `${id.slice(-9, -6)}${merchant.id.slice(-6, -1)}${shard === HOME ? 0 : shard?.length}`;
    };
    for (const id of [made, scanned]) expect(id.slice(-9)).toBe(await endOf(id));
    for (const id of [made, keyed, scanned]) {
      const { events } = (await readHistory(merchant, id)).body;
      expect(events.map((event: { id: string }) => event.id.slice(-9))).toEqual([await endOf(id)]);
    }
  });

  it("is empty while nothing has happened", async ({ merchant }) => {
    expect(await historyOf(merchant, (await makeIntent(merchant)).id)).toEqual([]);
  });

  it("lists the whole history in order, with actor and request", async ({ merchant, wallet, intent }) => {
    const { id } = intent;
    const paid = await confirm(wallet, id);
    await setLedgerBalance(merchant.id, 0);
    const refused = await refund(merchant, id);
    expect(refused.status).toBe(422);
    await setLedgerBalance(merchant.id, 1250);
    const refunded = await refund(merchant, id);
    await settleRefund(id);
    const history = [
      ["payment.completed", walletClient(wallet), requestOf(paid)],
      ["refund.pending", merchant.clientId, requestOf(refused)],
      ["refund.failed", merchant.clientId, requestOf(refused)],
      ["refund.pending", merchant.clientId, requestOf(refunded)],
      ["refund.completed", "system", null],
    ];
    expect(await historyOf(merchant, id)).toEqual(history);
    await collect(id);
    expect(await historyOf(await renewMerchant(merchant), id)).toEqual(history);
  });

  it("shows the same times as the intent", async ({ merchant, wallet, intent }) => {
    const { id } = intent;
    moveClock(5_000);
    await confirm(wallet, id);
    const { completed_at: completedAt } = (await readIntent(merchant, id)).body.payment_intent;
    expect((await readHistory(merchant, id)).body.events[0].created_at).toBe(completedAt);
  });

  it.each([
    ["approved", "payment.completed"],
    ["rejected", "payment.cancelled"],
  ])("begins with the scan and ends with the customer's decision: %s", async (way, type) => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const { id: counterId } = await makeCounter(merchant);
    const scanned = await postScan(merchant, { scan_token: wallet.id, counter_id: counterId, amount: 1 });
    const { id } = scanned.body.payment_intent;
    const decision = way === "approved" ? await approve(wallet, id) : await reject(wallet, id);
    expect(decision.status).toBe(200);
    expect(await historyOf(merchant, id)).toEqual([
      ["payment.approval_requested", merchant.clientId, requestOf(scanned)],
      [type, walletClient(wallet), requestOf(decision)],
    ]);
  });

  it("names the counter that cancelled", async ({ merchant, counter }) => {
    const { id } = await makeIntent(merchant, { counter_id: counter.id });
    const cancelled = await cancel(counter, id);
    expect(await historyOf(merchant, id)).toEqual([
      ["payment.cancelled", counter.clientId, requestOf(cancelled)],
    ]);
  });

  it("names no actor and no request for an expiry at the deadline", async ({ merchant }) => {
    const { id } = await makeIntent(merchant, { expires_in: 60 });
    moveClock(60_000);
    expect(await historyOf(await renewMerchant(merchant), id)).toEqual([["payment.expired", "system", null]]);
  });
});

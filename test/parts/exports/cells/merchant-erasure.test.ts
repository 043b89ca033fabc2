// A merchant whose payments are at home and in its cell is erased in both.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import { expireBodies } from "#core/db/operations/clean-up.ts";
import { operatorAlerts, sweepPositions } from "#core/db/schema/operations.ts";
import { events, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import { BEFORE_ALL } from "#core/domain/cursor.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepErasures } from "#parts/exports/services/merchant-erasure.ts";
import { DAY, MINUTE, moveClock } from "../../../support/clock.ts";
import { closeAndWait, erase, sweepUntilErased } from "../../../support/erasures.ts";
import { failDatabase, useMutedLog } from "../../../support/faults.ts";
import { useQueues } from "../../../support/queues.ts";
import { deps, seedCounter } from "../../../support/seeds.ts";
import { openTill } from "../../../support/sessions.ts";
import {
  type SpreadMerchant,
  seedEntryIn,
  seedIntentIn,
  seedPaidIn,
  seedSpreadMerchant,
} from "../../../support/spread-payments.ts";
import { columnsWith, newMark } from "../../../support/stored-texts.ts";

useQueues();
useMutedLog();

/** Returns the event that waits. In the cell: a counter; paid, of which one has no body any more, with its webhook and its refund's entry; cancelled; and what waits. */
async function leaveMark({ merchant: { id }, cell }: SpreadMerchant, mark: string): Promise<string> {
  const fields = { description: mark, reference: mark, metadataJson: JSON.stringify({ mark }) };
  const long = Date.now() - 60 * DAY;
  await seedCounter(id, { name: mark });
  const old = await seedPaidIn(cell, id, { createdAt: long, ...fields });
  const range = { first: old.eventId, last: old.eventId };
  await expireBodies(cell, id, range, { deliveredMs: DAY, failedMs: DAY }, Date.now());
  const waiting = { deliveryStatus: "pending", endedAt: null, nextAttemptAt: Date.now() + 90 * DAY } as const;
  const { eventId } = await seedPaidIn(cell, id, { createdAt: Date.now(), ...fields }, waiting);
  await cell.update(events).set({ actor: mark }).where(sql`id = ${eventId}`);
  await seedIntentIn(cell, id, { status: "cancelled", ...fields });
  await seedEntryIn(cell, id, { details: mark });
  const endpoint = { merchantId: id, origin: `https://${mark}.test` };
  await cell.insert(webhookEndpoints).values({ ...endpoint, failures: 1, lastFailureAt: Date.now() });
  await cell.insert(operatorAlerts).values({ ...endpoint, failingSince: Date.now() });
  const position = { until: mark };
  await cell
    .insert(sweepPositions)
    .values({ part: "failed_deliveries", key: id, position, updatedAt: Date.now() });
  return eventId;
}

it("the erasure of a merchant leaves nothing of it in its cell, and all of its neighbour there", async () => {
  const [mark, other] = [newMark(), newMark()];
  const spread = await seedSpreadMerchant({ businessName: mark });
  const neighbour = await seedSpreadMerchant({ businessName: other }, spread.merchant);
  const { merchant, cell } = spread;
  const waiting = await leaveMark(spread, mark);
  await leaveMark(neighbour, other);
  for (const { id } of [merchant, neighbour.merchant]) await renewCopies(deps.shards, id);
  const columns = [
    "audit_entries.erasable",
    "counters.name",
    "events.actor",
    "events.payload",
    "merchants.business_name",
    "operator_alerts.origin",
    "payment_intents.description",
    "payment_intents.metadata_json",
    "payment_intents.reference",
    "sweep_positions.position",
    "webhook_endpoints.url",
  ];
  expect(await columnsWith([mark], [cell])).toEqual(columns);

  await closeAndWait({ ...merchant, mark });
  expect((await erase(merchant.id)).status).toBe(202);
  await openTill(merchant.id, crypto.randomUUID(), `Till of ${mark}`);
  expect(await columnsWith([mark], [cell])).toContain("sessions.label");
  const repairCopies = failDatabase(/insert into "account_copies".*do update/is);
  moveClock(21 * MINUTE);
  await sweepErasures(beginSweep(deps));
  const deliveries = () => cell.select().from(events).where(sql`id = ${waiting}`);
  expect(await deliveries(), "after the copy of its account").toMatchObject([{ deliveryStatus: "pending" }]);
  repairCopies();
  moveClock(MINUTE);
  await sweepErasures(beginSweep(deps));
  expect(await deliveries(), "ended before anything is erased").toMatchObject([
    { deliveryStatus: "failed", nextAttemptAt: null, actor: mark },
  ]);
  await sweepUntilErased(merchant.id);

  expect(await columnsWith([mark], [cell])).toEqual([]);
  expect(await columnsWith([mark])).toEqual([]);
  expect(await columnsWith([other], [cell])).toEqual(columns);
});

it("the last stage of an erasure deletes what a late delivery has noted of an endpoint at home", async () => {
  const { merchant, home } = await seedSpreadMerchant();
  await closeAndWait({ ...merchant, mark: "x" });
  expect((await erase(merchant.id)).status).toBe(202);
  const endpoint = { merchantId: merchant.id, origin: "https://shop.test" };
  await home.insert(webhookEndpoints).values({ ...endpoint, failures: 1, lastFailureAt: Date.now() });
  const position = { merchantId: merchant.id, stage: "completion", after: BEFORE_ALL };
  await home.update(sweepPositions).set({ position }).where(sql`part = 'erasures'`);
  moveClock(21 * MINUTE);
  await sweepErasures(beginSweep(deps));
  expect(await home.$count(webhookEndpoints, sql`merchant_id = ${merchant.id}`)).toBe(0);
});

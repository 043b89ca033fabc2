// Which intents the clean-up moves to the archive.

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, vi } from "vitest";
import { archiveIntents } from "../../src/db/payment-intents/archive.ts";
import { findProjection } from "../../src/db/payment-intents/projection.ts";
import { cleanUp } from "../../src/services/operations/clean-up.ts";
import { beginSweep } from "../../src/services/operations/resume-sweep.ts";
import { archive, archiveAll, emptyOld, makePaid, moveBeyondEarlierTests } from "../support/archive.ts";
import { moveToNoon, noonId } from "../support/clean-up.ts";
import { DAY, moveClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { makeIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { drained, execute, find, pay } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { db, deps, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

useQueues();
useMutedLog();
beforeEach(() => {
  moveBeyondEarlierTests();
});

describe("an intent stays in its table", () => {
  it.each([
    ["while it is open", async () => (await makeIntent(await makeMerchant())).id, 32],
    ["for 30 days", async () => await makePaid(await makeMerchant()), 29],
  ])("%s", async (_, make, days) => {
    const id = await make();
    moveClock(days * DAY);
    await archive(String((await rowOf(id))?.merchant_id));
    expect(await rowOf(id)).not.toBeNull();
  });

  it("while a webhook of it is kept", async ({ merchant }) => {
    const id = await makePaid(merchant);
    moveClock(32 * DAY);
    await archiveIntents(db, merchant.id, { after: "", changedBefore: Date.now() }, 500);
    expect(await rowOf(id)).not.toBeNull();
  });

  it("while its refund is pending", async ({ merchant }) => {
    const id = await makePaid(merchant);
    await execute(id, { type: "refund", merchantId: merchant.id, key: null });
    await drained(id);
    moveClock(32 * DAY);
    await archive(merchant.id);
    expect(await rowOf(id)).not.toBeNull();
  });

  it("when it changes while it is read", async ({ merchant }) => {
    const id = await makePaid(merchant);
    const row = await rowOf(id);
    moveClock(32 * DAY);
    await emptyOld(merchant.id);
    vi.spyOn(env.DB, "batch").mockImplementationOnce(async (statements) => {
      await rowsOf(id).run("UPDATE payment_intents SET version = version + 1 WHERE id = ?", id);
      return await env.DB.batch(statements);
    });
    await archive(merchant.id);
    expect(await rowOf(id)).toEqual({ ...row, version: Number(row?.version) + 1 });
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe("the clean-up", () => {
  it.each([
    [2, true],
    [1, false],
  ] as const)("with storage format %i archives: %s", async (storageFormat, isArchived) => {
    const { id: merchantId } = await seedMerchant({ id: noonId() });
    const { id } = await seedIntent(merchantId);
    await pay(id, await seedWallet());
    await drained(id);
    moveClock(32 * DAY);
    moveToNoon();
    await cleanUp(beginSweep({ ...deps, config: { ...deps.config, storageFormat } }));
    expect((await rowOf(id)) === null).toBe(isArchived);
    expect(await find(id)).toMatchObject({ id, status: "completed" });
  });
});

// What D1 is seen to have of an intent that is in the archive.

it("is its version, and of the events only those asked for", async () => {
  const merchant = await makeMerchant();
  const id = await makePaid(merchant);
  const intent = await find(id);
  const eventIds = (await eventsOf(id)).map((event) => String(event.id));
  await archiveAll(merchant, [id]);
  expect(await rowOf(id)).toBeNull();
  if (intent === null) throw new Error("the intent was not found");

  expect(eventIds).toHaveLength(1);
  expect(await findProjection(db, intent, eventIds)).toEqual({ version: intent.version, events: 1 });
  expect(await findProjection(db, intent, [crypto.randomUUID()])).toEqual({
    version: intent.version,
    events: 0,
  });
});

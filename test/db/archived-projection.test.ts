// What D1 is seen to have of an intent that is in the archive.
import { beforeEach, expect, it } from "vitest";
import { findProjection } from "../../src/db/payment-intents/projection.ts";
import { archiveAll, makePaid, moveBeyondEarlierTests } from "../support/archive.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { find } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
import { useQueues } from "../support/queues.ts";
import { db } from "../support/seeds.ts";

useQueues();
useMutedLog();
beforeEach(() => {
  moveBeyondEarlierTests();
});

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

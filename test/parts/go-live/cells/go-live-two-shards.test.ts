import { expect, it } from "vitest";
import { readGoLive } from "#parts/go-live/services/go-live.ts";
import { useStoppedClock } from "../../../support/clock.ts";
import { useQueues } from "../../../support/queues.ts";
import { okValue } from "../../../support/result.ts";
import { deps } from "../../../support/seeds.ts";
import { seedSpreadShop } from "../../../support/spread-payments.ts";

useQueues();
useStoppedClock();

it("the go-live check names the latest of either shard", async () => {
  const { merchant, ids, eventIds } = await seedSpreadShop();
  const { evidence } = okValue(await readGoLive(deps, merchant.id));
  expect(evidence.payment_completed).toMatchObject({ intentId: ids.at(-1) });
  expect(evidence.webhook_delivered).toMatchObject({ eventId: eventIds.at(-1) });
  expect(evidence.refund_settled).toBeNull();
});

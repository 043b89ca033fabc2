import { expect, it } from "vitest";
import { isPayable } from "../../../src/services/payment-intents/payability.ts";
import { muteLog } from "../../support/faults.ts";
import { anIntent } from "../../support/intent.ts";
import { deps } from "../../support/seeds.ts";

it("does not let every view wait while D1 does not respond", async () => {
  muteLog();
  let now = Date.now();
  let reads = 0;
  const slow = {
    ...deps,
    db: Object.create(deps.db),
    clock: () => now,
    findStanding: async () => {
      reads += 1;
      now += 5_000;
      throw new Error("timed out");
    },
  } as typeof deps;
  const intent = anIntent();
  for (let view = 0; view < 3; view++) expect(await isPayable(slow, intent)).toBe(true);
  expect(reads).toBe(1);
  now += 5_000;
  await isPayable(slow, intent);
  expect(reads).toBe(2);
});

// A refund is made by its object, which also keeps its entry in the audit trail until D1 has it.
import { expect, it } from "vitest";
import { call } from "../support/api.ts";
import { storedEntries } from "../support/audit-trail.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, PROJECTION, repair, useMutedLog } from "../support/faults.ts";
import { drained, fireAlarm } from "../support/objects.ts";
import { INTENTS } from "../support/paths.ts";
import { useQueues } from "../support/queues.ts";
import { seedPaid } from "../support/settlement.ts";
import { merchantToken } from "../support/tokens.ts";

useQueues();
const log = useMutedLog();
useStoppedClock();

async function refundFrom(address: string, beforehand = () => {}) {
  const { merchant, intent } = await seedPaid();
  await drained(intent.id);
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
  await drained(intent.id);
  expect(await storedEntries(merchant.id, "refund.requested")).toHaveLength(1);
});

it("leaves no entry for a payment", async () => {
  const { merchant, intent } = await seedPaid();
  await drained(intent.id);
  expect(await storedEntries(merchant.id)).toEqual([]);
});

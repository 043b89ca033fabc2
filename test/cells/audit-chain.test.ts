// Home knows the end of each cell's audit chain, so that nothing is cut off there unnoticed.
import { eq } from "drizzle-orm";
import { v7 as newEntryId } from "uuid";
import { expect, it } from "vitest";
import { readHead } from "#core/db/audit/audit-chain.ts";
import { newAuditEntry, storeAuditEntry } from "#core/db/audit/audit-trail.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { fireCellAlarm, loseAlarm } from "../support/cells.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { ACTOR } from "../support/seeds.ts";
import { seedSpreadMerchant } from "../support/spread-payments.ts";

const lines = useMutedLog();
useStoppedClock();

it("a cell says that the end of its audit chain is gone, or is not what it has reported", async () => {
  const { merchant, cell } = await seedSpreadMerchant();
  await loseAlarm(cell);
  const seal = async () => {
    const event = { action: "refund.requested", merchantId: merchant.id } as const;
    const at = Date.now();
    await storeAuditEntry(cell, await newAuditEntry(event, ACTOR, { id: newEntryId({ msecs: at }), at }));
    moveClock(10 * MINUTE);
    await fireCellAlarm(cell);
    return await readHead(cell);
  };
  const faults = async () => {
    lines.splice(0);
    moveClock(10 * MINUTE);
    await fireCellAlarm(cell);
    const logged = lines.filter((line) => line.includes("audit_trail_broken"));
    return logged.map((line) => JSON.parse(line)).filter(({ hash }) => hash !== undefined);
  };
  await seal();
  expect(await faults()).toEqual([]);
  const last = await seal();
  expect(await faults()).toEqual([]);

  const isLast = eq(auditEntries.sequence, last.sequence);
  await cell.delete(auditEntries).where(isLast);
  expect(await faults()).toMatchObject([{ fault: "missing", ...last, cell: cell.name }]);
  const next = await seal();
  expect(await faults()).toEqual([]);
  await cell.update(auditEntries).set({ hash: "0" }).where(isLast);
  expect(await faults()).toMatchObject([{ fault: "altered", ...next, cell: cell.name }]);
});

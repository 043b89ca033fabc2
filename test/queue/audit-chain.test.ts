// The chain of the audit trail: no entry of it can be changed or deleted in D1 without being noticed.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sweepAuditCheck, sweepAuditTrail } from "#core/services/audit/audit-chain.ts";
import { eraseFromAuditEntry } from "#core/services/audit/audit-entries.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { allEntries, storedEntries } from "../support/audit-trail.ts";
import { DAY, MINUTE, moveClock, setClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { runSweep } from "../support/queues.ts";
import { findingsAbout } from "../support/reconciliation.ts";
import { sharedRows } from "../support/rows.ts";
import { deps } from "../support/seeds.ts";

const ACTOR = {
  client: "platform-admin",
  requestId: null,
  origin: { kind: "administrator", subject: "subject-1", addressKey: "192.0.2.1" },
} as const;

const log = useMutedLog();
let merchantId: string;
let latest = Date.now();

beforeEach(async () => {
  setClock(latest + DAY);
  await sharedRows.run("DELETE FROM audit_entries");
  await sharedRows.run("DELETE FROM sweep_positions");
  merchantId = crypto.randomUUID();
});
// Ids are time-ordered, so the clock does not go back between tests.
afterEach(() => {
  latest = Date.now();
});

async function record(count: number): Promise<void> {
  for (let entry = 0; entry < count; entry++) {
    await recordAudit(deps, ACTOR, { action: "credentials.rotated", merchantId, details: `number ${entry}` });
  }
}

/** Records entries, and lets the sweep append them. */
async function seal(count: number) {
  await record(count);
  moveClock(2 * MINUTE + 1);
  await sweepAuditTrail(beginSweep(deps));
  return await storedEntries(merchantId);
}

/** Gives them ids that follow the one there is. */
async function copyEntry(count: number): Promise<void> {
  const [entry] = await storedEntries(merchantId);
  const columns = Object.keys((await sharedRows.first("SELECT * FROM audit_entries")) ?? {});
  const values = columns.map((name) => (name === "id" ? "?1 || printf('%04d', value)" : name));
  await run(
    `INSERT INTO audit_entries (${columns}) SELECT ${values} FROM audit_entries, json_each(?2)`,
    entry?.id,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );
}

function linesOf(event: string) {
  return log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

async function brokenPlaces() {
  await sweepAuditCheck(beginSweep(deps));
  return linesOf("audit_trail_broken").map(({ fault, sequence }) => [fault, sequence]);
}

async function run(sql: string, ...values: unknown[]): Promise<void> {
  expect(await sharedRows.all(`${sql} RETURNING id`, ...values)).not.toEqual([]);
}

describe("the sweep", () => {
  it("appends entries two minutes later, in order, and logs the head of the chain", async () => {
    await record(3);
    moveClock(2 * MINUTE - 1_000);
    await sweepAuditTrail(beginSweep(deps));
    expect((await allEntries()).map(({ sequence }) => sequence)).toEqual([null, null, null]);
    moveClock(1_001);
    await runSweep();

    const entries = await allEntries();
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(new Set(entries.map(({ hash }) => hash)).size).toBe(3);
    const { sequence, hash } = entries.at(-1) ?? {};
    expect(linesOf("audit_trail_sealed")).toEqual([
      { level: "info", event: "audit_trail_sealed", sequence, hash },
    ]);
  });

  it("appends to the chain there is, one time only, however many of it run at once", async () => {
    await seal(2);
    await record(3);
    moveClock(3 * MINUTE);
    await Promise.all([1, 2, 3].map(() => sweepAuditTrail(beginSweep(deps)).catch(() => {})));
    expect((await allEntries()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(await brokenPlaces()).toEqual([]);
  });

  it("appends 1,000 entries of a busy minute, and more than that in the next runs", async () => {
    await record(1);
    await copyEntry(1_000);
    moveClock(2 * MINUTE + 1);
    await sweepAuditTrail(beginSweep(deps));
    expect((await allEntries()).filter(({ sequence }) => sequence === null)).toHaveLength(1);
    await sweepAuditTrail(beginSweep(deps));
    expect((await allEntries()).at(-1)?.sequence).toBe(1_001);
  });

  it("checks more than one run may in the next ones", async () => {
    await seal(101);
    expect(await brokenPlaces()).toEqual([]);
    await run("UPDATE audit_entries SET actor = 'nobody' WHERE sequence = 101");
    // The next run goes on where this one ended, and the one after that begins again.
    await sweepAuditCheck(beginSweep(deps));
    expect(await brokenPlaces()).toEqual([["altered", 101]]);
  });

  it("deletes entries after 400 days, but for the last, which the next is compared with", async () => {
    await seal(3);
    moveClock(200 * DAY);
    await seal(2);
    moveClock(199 * DAY);
    await sweepAuditTrail(beginSweep(deps));
    expect(await allEntries()).toHaveLength(5);
    moveClock(2 * DAY);
    await sweepAuditTrail(beginSweep(deps));
    expect((await allEntries()).map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    expect(await brokenPlaces()).toEqual([]);
    moveClock(400 * DAY);
    await sweepAuditTrail(beginSweep(deps));
    expect((await allEntries()).map(({ sequence }) => sequence)).toEqual([5]);
    expect((await seal(1)).at(-1)?.sequence).toBe(6);
    expect(await brokenPlaces()).toEqual([]);
  });
});

describe("the chain", () => {
  it("is whole", async () => {
    await seal(5);
    expect(await brokenPlaces()).toEqual([]);
  });

  it.each([
    ["actor", "someone-else"],
    ["actor_kind", "merchant"],
    ["action", "merchant.activated"],
    ["merchant_id", "another"],
    ["target_id", "another"],
    ["request_id", "another"],
    ["occurrences", 7],
    ["created_at", 7],
    ["digests", "{}"],
  ])("is broken where %s has changed", async (column, value) => {
    await seal(4);
    await run(`UPDATE audit_entries SET ${column} = ? WHERE sequence = 2`, value);
    expect(await brokenPlaces()).toEqual([["altered", 2]]);
  });

  it("is broken where an erasable field has another value", async () => {
    await seal(3);
    await run(
      "UPDATE audit_entries SET erasable = json_set(erasable, '$.address.value', '192.0.2.9') WHERE sequence = 3",
    );
    expect(await brokenPlaces()).toEqual([["altered", 3]]);
  });

  it("is broken after an entry whose hash was computed anew", async () => {
    await seal(3);
    await run("UPDATE audit_entries SET actor = 'nobody', hash = 'computed' WHERE sequence = 1");
    expect(await brokenPlaces()).toEqual([
      ["altered", 1],
      ["altered", 2],
    ]);
  });

  it("is broken where an entry was deleted", async () => {
    await seal(4);
    await run("DELETE FROM audit_entries WHERE sequence = 2");
    expect(await brokenPlaces()).toEqual([["missing", 3]]);
  });

  it("is whole where fields were erased", async () => {
    const [entry] = await seal(3);
    await eraseFromAuditEntry(deps, ACTOR, entry?.id ?? "", ["subject", "address", "details"]);
    expect((await storedEntries(merchantId))[0]?.erasable).toEqual({});
    expect(await brokenPlaces()).toEqual([]);
  });
});

describe("GET /admin/reconciliation, about the audit trail", () => {
  it("finds what has changed in the period", async () => {
    const entries = await seal(4);
    expect(await findingsAbout(merchantId)).toEqual([]);
    await run("UPDATE audit_entries SET occurrences = 2 WHERE sequence = 1");
    await run("DELETE FROM audit_entries WHERE sequence = 3");

    const findings = await findingsAbout(merchantId);
    expect(findings.map(({ kind, found }) => [kind, found])).toEqual([
      [
        "audit_trail_broken",
        `audit entry 1 (${entries[0]?.id}) is not what its hash covers, or follows another one`,
      ],
      ["audit_trail_broken", `the audit entries before 4 (${entries[3]?.id}) are missing`],
    ]);
    expect(await findingsAbout(merchantId, "limit=1")).toEqual(findings);
    const later = new Date(Date.now() + MINUTE).toISOString();
    expect(await findingsAbout(merchantId, `to=${later}&from=${new Date().toISOString()}`)).toEqual([]);
  });
});

// What an erasure leaves of a merchant: in D1, in the objects and at the identity provider.

import { describe, expect, it } from "vitest";
import { checkChain } from "../../src/services/audit/audit-chain.ts";
import { adminToken, call, ISO_TIME } from "../support/api.ts";
import { moveBeyondEarlierTests } from "../support/archive.ts";
import { storedEntries } from "../support/audit-trail.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import {
  closeAndWait,
  erase,
  markAccount,
  markPayments,
  registerMarked,
  sweepUntilErased,
} from "../support/erasures.ts";
import { readExport } from "../support/exports.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { readPublicIntent } from "../support/intent-reads.ts";
import { evict } from "../support/objects.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { runSweep } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { db, deps } from "../support/seeds.ts";
import { columnsWith, storedIn } from "../support/stored-texts.ts";

async function markedAndClosed() {
  moveBeyondEarlierTests();
  muteLog();
  const merchant = await registerMarked();
  const ids = await markPayments(merchant);
  await markAccount(merchant);
  await closeAndWait(merchant, ids);
  return { merchant, ids };
}

describe("the erasure of a merchant", () => {
  it("leaves nothing that was planted in any table, in any object or at the identity provider", async () => {
    const { merchant, ids } = await markedAndClosed();
    const users = await deps.identityProvider.listUsers(merchant.id);
    expect(users).toHaveLength(2);
    const where = await columnsWith([merchant.mark]);
    for (const column of [
      "archived_intents.record",
      "archived_merchants.sample",
      "audit_entries.erasable",
      "counters.location",
      "events.attempt_log",
      "events.payload",
      "idp_users.email",
      "ledger_transactions.description",
      "merchants.business_name",
      "payment_intents.metadata_json",
      "wallet_events.cloud_event",
    ]) {
      expect(where).toContain(column);
    }
    expect((await erase(merchant.id)).status).toBe(202);
    await sweepUntilErased(merchant.id);
    expect(await columnsWith([merchant.mark])).toEqual([]);
    // The chain covers it: the id of an account that is gone.
    expect(await columnsWith(users.map(({ id }) => id))).toEqual(["audit_entries.target_id"]);
    expect(await storedIn(ids)).toEqual([]);
    expect(await deps.identityProvider.listUsers(merchant.id)).toEqual([]);
  });

  it("keeps what accounting needs: amounts, times, states, ids, payers and transactions", async () => {
    const { merchant, ids } = await markedAndClosed();
    const before = await readExport(merchant.id);
    await erase(merchant.id);
    await sweepUntilErased(merchant.id);
    const after = await readExport(merchant.id);
    expect(after.end.totals).toEqual(before.end.totals);
    const kept = ({ of }: typeof before) =>
      of("payment_intent")
        .map((intent) => ({
          ...intent,
          merchant_name: "erased",
          description: "",
          reference: null,
          metadata: null,
          callback_url: null,
          return_url: null,
          target_wallet_id: null,
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(after.of("payment_intent")).toHaveLength(ids.length);
    expect(kept(after)).toEqual(kept(before));
    expect(kept(after)).toEqual(
      after.of("payment_intent").sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    const history = ({ of }: typeof before) =>
      of("event").map(({ id, type, sequence, created_at }) => ({ id, type, sequence, created_at }));
    expect(history(after)).toEqual(history(before));
  });

  it("is shown with the merchant, and in the audit trail, whose chain stays whole", async () => {
    const { merchant } = await markedAndClosed();
    await erase(merchant.id);
    await sweepUntilErased(merchant.id);
    const read = await call("GET", `${MERCHANT_API}/merchants/${merchant.id}`, { token: await adminToken() });
    expect(read.body.merchant).toMatchObject({
      email: `${merchant.id}@erased.invalid`,
      business_name: "erased",
      status: "closed",
      suspension_reason: null,
      erasure: {
        status: "done",
        requested_at: expect.stringMatching(ISO_TIME),
        completed_at: expect.stringMatching(ISO_TIME),
      },
    });
    expect((await erase(merchant.id)).status).toBe(200);
    expect(await storedEntries(merchant.id, "merchant.erasure_requested")).toMatchObject([
      { actor: "platform-admin", erasable: { address: {} } },
    ]);
    expect(await storedEntries(merchant.id, "merchant.erased")).toMatchObject([{ actorKind: "system" }]);
    moveClock(3 * MINUTE);
    await runSweep();
    expect((await checkChain(db, 0, 10_000)).faults).toEqual([]);
  });

  it("leaves intents that the objects read again, archived ones too", async () => {
    const { merchant, ids } = await markedAndClosed();
    await erase(merchant.id);
    await sweepUntilErased(merchant.id);
    for (const id of ids) {
      await evict(id);
      const { status, body } = await readPublicIntent(id);
      expect(status).toBe(200);
      expect(body.payment_intent).toMatchObject({ id, merchant_name: "erased", description: "" });
    }
  });

  it("leaves nothing and ends once, also when two sweeps run at a time", async () => {
    const { merchant } = await markedAndClosed();
    await erase(merchant.id);
    moveClock(21 * MINUTE);
    for (let minute = 0; minute < 10; minute++) {
      await Promise.all([runSweep(), runSweep()]);
      moveClock(MINUTE);
    }
    expect(await columnsWith([merchant.mark])).toEqual([]);
    expect(await storedEntries(merchant.id, "merchant.erased")).toHaveLength(1);
    expect(await deps.identityProvider.listUsers(merchant.id)).toEqual([]);
  });

  it.each([
    ["intents", /update "payment_intents" set "merchant_name"/],
    ["events", /update "events" set "actor"/],
    ["the archive", /UPDATE archived_intents SET reference/],
    ["the audit trail", /update "audit_entries"/],
    ["the last step", /delete from "till_pairings"/],
    ["noting how far it has come", /update "sweep_positions"/],
  ])("that fails at %s is finished by a later sweep", async (_, pattern) => {
    const { merchant, ids } = await markedAndClosed();
    await erase(merchant.id);
    moveClock(21 * MINUTE);
    failDatabase(pattern);
    for (let run = 0; run < 3; run++) {
      await runSweep();
      moveClock(MINUTE);
    }
    const results = await rowsOf(merchant.id).all(
      "SELECT erased_at FROM merchants WHERE id = ?",
      merchant.id,
    );
    expect(results).toEqual([{ erased_at: null }]);
    const now = Date.now();
    repair();
    muteLog();
    moveClock(now - Date.now());
    await sweepUntilErased(merchant.id);
    expect(await columnsWith([merchant.mark])).toEqual([]);
    expect(await storedIn(ids)).toEqual([]);
    expect(await storedEntries(merchant.id, "merchant.erased")).toHaveLength(1);
  });
});

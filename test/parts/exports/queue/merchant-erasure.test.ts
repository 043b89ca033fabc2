// What an erasure leaves of a merchant: in D1, in the objects and at the identity provider.

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkChain } from "#core/services/audit/audit-chain.ts";
import { adminToken, call, ISO_TIME } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { MINUTE, moveClock, setClock } from "../../../support/clock.ts";
import {
  closeAndWait,
  erase,
  type MarkedMerchant,
  markAccount,
  markPayments,
  registerMarked,
  sweepUntilErased,
} from "../../../support/erasures.ts";
import { readExport } from "../../../support/exports.ts";
import { failDatabase, muteLog } from "../../../support/faults.ts";
import { readPublicIntent } from "../../../support/intent-reads.ts";
import { evict } from "../../../support/objects.ts";
import { moveBeyondEarlierTests } from "../../../support/old-payments.ts";
import { MERCHANT_API } from "../../../support/paths.ts";
import { runSweep } from "../../../support/queues.ts";
import { rowsOf } from "../../../support/rows.ts";
import { db, deps } from "../../../support/seeds.ts";
import { columnsWith, storedIn } from "../../../support/stored-texts.ts";

async function markedAndClosed() {
  moveBeyondEarlierTests();
  muteLog();
  const merchant = await registerMarked();
  const ids = await markPayments(merchant);
  await markAccount(merchant);
  await closeAndWait(merchant, ids);
  return { merchant, ids };
}

describe("an erased merchant", () => {
  let merchant: MarkedMerchant;
  let ids: string[];
  let before: Awaited<ReturnType<typeof readExport>>;
  let userIds: string[];
  let planted: string[];
  let erasedAt: number;

  beforeAll(async () => {
    ({ merchant, ids } = await markedAndClosed());
    userIds = (await deps.identityProvider.listUsers(merchant.id)).map(({ id }) => id);
    planted = await columnsWith([merchant.mark]);
    before = await readExport(merchant.id);
    expect((await erase(merchant.id)).status).toBe(202);
    await sweepUntilErased(merchant.id);
    erasedAt = Date.now();
  });
  beforeEach(() => {
    muteLog();
    setClock(erasedAt);
  });

  it("leaves nothing that was planted in any table, in any object or at the identity provider", async () => {
    expect(userIds).toHaveLength(2);
    const columns = [
      "audit_entries.erasable",
      "counters.location",
      "events.attempt_log",
      "events.payload",
      "idp_users.email",
      "ledger_transactions.description",
      "merchants.business_name",
      "payment_intents.metadata_json",
      "payment_intents.refund_reason",
      "payment_intents.refund_reference",
      "ledger_transactions.metadata",
      "wallet_events.cloud_event",
    ];
    expect(planted).toEqual(expect.arrayContaining(columns));
    expect(await columnsWith([merchant.mark])).toEqual([]);
    // The chain covers it: the id of an account that is gone.
    expect(await columnsWith(userIds)).toEqual(["audit_entries.target_id"]);
    expect(await storedIn(ids)).toEqual([]);
    expect(await deps.identityProvider.listUsers(merchant.id)).toEqual([]);
  });

  it("keeps what accounting needs: amounts, times, states, ids, payers and transactions", async () => {
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
          refund_reference: undefined,
          refund_reason: undefined,
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

  it("is shown as such, and in the audit trail, whose chain stays whole", async () => {
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

  it("has intents that the objects read again, old ones too", async () => {
    for (const id of ids) {
      await evict(id);
      const { status, body } = await readPublicIntent(id);
      expect(status).toBe(200);
      expect(body.payment_intent).toMatchObject({ id, merchant_name: "erased", description: "" });
    }
  });
});

describe("the erasure of a merchant", () => {
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
    [
      "at each step",
      [
        /update "payment_intents" set "merchant_name"/,
        /update "events" set "actor"/,
        /update "audit_entries"/,
        /delete from "till_pairings"/,
      ],
    ],
    ["at noting how far it has come", [/update "sweep_positions"/]],
  ])("that fails %s is finished by a later sweep", async (_, patterns) => {
    const { merchant, ids } = await markedAndClosed();
    await erase(merchant.id);
    moveClock(21 * MINUTE);
    for (const pattern of patterns) {
      const repairDatabase = failDatabase(pattern);
      for (let run = 0; run < 3; run++) {
        await runSweep();
        moveClock(MINUTE);
      }
      const erased = "SELECT count(*) FROM merchants WHERE id = ? AND erased_at IS NOT NULL";
      expect(await rowsOf(merchant.id).value(erased, merchant.id), `${pattern}`).toBe(0);
      repairDatabase();
    }
    await sweepUntilErased(merchant.id);
    expect(await columnsWith([merchant.mark])).toEqual([]);
    expect(await storedIn(ids)).toEqual([]);
    expect(await storedEntries(merchant.id, "merchant.erased")).toHaveLength(1);
  });
});

// An administrator settles an operation at a ledger that cannot void a key, so that the last request may still arrive.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { err } from "#core/domain/result.ts";
import { sandboxObjectDependenciesFor } from "#sandbox/composition.ts";
import { adminToken, call } from "../../support/api.ts";
import { statusOf } from "../../support/approvals.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, POSTING, useMutedLog } from "../../support/faults.ts";
import { transactionsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { fireAlarm, objectOf, stored } from "../../support/objects.ts";
import { makeMerchant, makeWallet, renewMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { useQueues } from "../../support/queues.ts";
import { ledgerRows } from "../../support/rows.ts";
import { deps } from "../../support/seeds.ts";

type Kind = "payment" | "refund";

const STILL_ARRIVING = [
  409,
  "operation_may_still_arrive",
  "a request of this operation may still arrive at the ledger: try again later",
] as const;

useQueues();
useMutedLog();
useStoppedClock();

async function resolve(id: string, json: object) {
  const path = `${MERCHANT_API}/admin/payment-intents/${id}/resolve`;
  return await call("POST", path, { token: await adminToken(), json });
}

/** The service gives the request up; the ledger executes it when the test says so. */
async function makeStuck(kind: Kind) {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const { id } = kind === "payment" ? await makeIntent(merchant) : await makePaidIntent(merchant, { wallet });
  const repairDatabase = failDatabase(POSTING);
  await (kind === "payment" ? confirm(wallet, id) : refund(merchant, id));
  repairDatabase();
  await runInDurableObject(objectOf(id), (object) => {
    const { ledger } = sandboxObjectDependenciesFor((object as unknown as { env: Env }).env);
    vi.spyOn(ledger, "voidKey").mockResolvedValue(err("unsupported"));
  });
  const [from, to] = kind === "payment" ? [wallet, merchant] : [merchant, wallet];
  const arrive = async () => {
    const accounts = { fromAccountId: from.id, toAccountId: to.id };
    const money = { amountMinor: 1250, currency: "USD", description: "", paymentIntentId: id };
    await deps.ledger.transfer({ kind, key: `${kind}:${id}:1`, ...accounts, ...money });
    return (await transactionsOf(id)).at(-1)?.id ?? "";
  };
  return { merchant, wallet, id, arrive };
}

describe("POST /merchant/api/v1/admin/payment-intents/{intentID}/resolve at a ledger without void", () => {
  it.each(["payment", "refund"] as const)(
    "is 409 with Retry-After until the last request of a %s cannot arrive any more, and then ends it",
    async (kind) => {
      const { merchant, id } = await makeStuck(kind);
      moveClock(MINUTE);
      const refused = await resolve(id, { outcome: "declined" });
      expectFailure(refused, ...STILL_ARRIVING);
      expect(refused.headers.get("Retry-After")).toBe("540");
      moveClock(9 * MINUTE - SECOND);
      const again = await resolve(id, { outcome: "declined" });
      expect([again.status, again.headers.get("Retry-After")]).toEqual([409, "1"]);
      moveClock(SECOND);
      const ended = await resolve(id, { outcome: "declined" });
      expect([ended.status, ended.body.is_settled]).toEqual([200, true]);
      const { status, refund_status } = ended.body.payment_intent;
      expect([status, refund_status]).toEqual([kind === "payment" ? "pending" : "completed", null]);
      expect(await statusOf(await renewMerchant(merchant), id)).toBe(status);
    },
  );

  it.each(["payment", "refund"] as const)(
    "records the transaction of a %s that is named while it is being ended",
    async (kind) => {
      const { wallet, id, arrive } = await makeStuck(kind);
      expectFailure(await resolve(id, { outcome: "declined" }), ...STILL_ARRIVING);
      const other = await makeStuck(kind);
      const foreign = await resolve(id, { transaction_id: await other.arrive() });
      expect([foreign.status, foreign.body.details[0].field]).toEqual([400, "transaction_id"]);
      expectFailure(await resolve(id, { outcome: "declined" }), ...STILL_ARRIVING);

      const recorded = await resolve(id, { transaction_id: await arrive() });

      expect([recorded.status, recorded.body.is_settled]).toEqual([200, kind === "payment"]);
      expect(recorded.body.payment_intent).toMatchObject({
        status: "completed",
        completed_by: wallet.id,
        refund_status: kind === "payment" ? null : "pending",
      });
      const code = kind === "payment" ? "no_operation" : "invalid_request";
      expect((await resolve(id, { outcome: "declined" })).body.code).toBe(code);
      expect(await transactionsOf(id)).toHaveLength(kind === "payment" ? 1 : 2);
    },
  );

  it("goes on with a transaction that is pending when it is named", async () => {
    const { merchant, id, arrive } = await makeStuck("payment");
    expectFailure(await resolve(id, { outcome: "declined" }), ...STILL_ARRIVING);
    const transactionId = await arrive();
    const rewrite = (status: string) =>
      ledgerRows.run(`UPDATE ledger_transactions SET status = '${status}' WHERE id = ?`, transactionId);
    await rewrite("pending");
    expect((await resolve(id, { transaction_id: transactionId })).body.is_settled).toBe(false);
    await rewrite("completed");
    await fireAlarm(id);
    expect(await statusOf(merchant, id)).toBe("completed");
    expect((await stored(id)).document?.operationAge ?? null).toBeNull();
  });
});

// Erasing a large merchant: in chunks, over several runs of the sweep, while nothing else writes about it.

import { expect, it } from "vitest";
import { listMerchantIds } from "#core/db/merchants/merchants.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepErasures } from "#parts/exports/services/merchant-erasure.ts";
import { CELL_NAMES } from "../../../support/cell-names.ts";
import { DAY, MINUTE, moveClock } from "../../../support/clock.ts";
import { closeAndWait, erase, sweepUntilErased } from "../../../support/erasures.ts";
import { interceptDatabase, muteLog, repair } from "../../../support/faults.ts";
import { SOME, seedManyIntents } from "../../../support/many-rows.ts";
import { moveBeyondEarlierTests } from "../../../support/old-payments.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { captureQueues } from "../../../support/queues.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { seedDegraded, seedDeliveries } from "../../../support/seeded-deliveries.ts";
import { db, deps, seedIntent } from "../../../support/seeds.ts";

async function makeClosed() {
  moveBeyondEarlierTests();
  muteLog();
  const merchant = await makeMerchant();
  const close = () => closeAndWait({ ...merchant, mark: "it" });
  return { ...merchant, close };
}

const countOf = (sql: string, merchantId: string) =>
  rowsOf(merchantId).value<number>(`SELECT count(*) AS count FROM ${sql}`, merchantId);

it("many payments take several runs, of few queries each", async () => {
  const { id, close } = await makeClosed();
  await seedManyIntents(id, Date.now() - 2 * DAY, { reference: "'order-' || n" }, SOME);
  await close();
  await erase(id);
  moveClock(21 * MINUTE);
  const left = () => countOf("payment_intents WHERE merchant_id = ? AND reference IS NOT NULL", id);
  const counts: (number | null)[] = [];
  for (let run = 0; run < 6; run++) {
    let queries = 0;
    interceptDatabase(/./, async (inner) => {
      queries += 1;
      return await inner();
    });
    await sweepErasures(beginSweep(deps));
    expect(queries).toBeLessThanOrEqual(30);
    const now = Date.now();
    repair();
    muteLog();
    moveClock(now + MINUTE - Date.now());
    counts.push(await left());
  }
  // With cells, three steps of the first run find nothing in the merchant's.
  const first = CELL_NAMES.length > 0 ? 2 : 5;
  expect(counts.slice(0, 2)).toEqual([SOME - first * 500, SOME - (first + 10) * 500]);
  await sweepUntilErased(id);
  expect(await left()).toBe(0);
});

it("ends deliveries that are due or wait for their host, before anything is erased", async () => {
  const { id, close } = await makeClosed();
  const url = "https://gone.test";
  const intent = await seedIntent(id, { status: "completed", createdAt: Date.now(), expiresAt: 0 });
  const [due] = await seedDeliveries(intent, 1, { nextAttemptAt: Date.now() + 90 * DAY });
  await seedDegraded(id, url, 90 * DAY);
  await seedDeliveries(intent, 2, { waitingUrl: url, nextAttemptAt: null });
  await close();
  expect((await erase(id)).status).toBe(202);
  captureQueues();
  moveClock(21 * MINUTE);
  await sweepErasures(beginSweep(deps));
  const rows = () =>
    rowsOf(id).all(
      "SELECT delivery_status, next_attempt_at, parked_url, payload <> '' AS has_body FROM events WHERE merchant_id = ?",
      id,
    );
  const ended = { delivery_status: "failed", next_attempt_at: null, parked_url: null };
  expect(due).toBeDefined();
  expect(await rows()).toEqual(Array(3).fill({ ...ended, has_body: 1 }));
  await sweepUntilErased(id);
  expect(await rows()).toEqual(Array(3).fill({ ...ended, has_body: 0 }));
  expect(await countOf("webhook_endpoints WHERE merchant_id = ?", id)).toBe(0);
});

it("the clean-up leaves a merchant alone that is being erased", async () => {
  const { id, close } = await makeClosed();
  await close();
  await erase(id);
  const cleanedUp = () => listMerchantIds(db, { from: id, to: `${id}~` }, 1);
  expect(await cleanedUp()).toEqual([]);
  await sweepUntilErased(id);
  expect(await cleanedUp()).toEqual([id]);
});

it("is not complete before the identity provider has forgotten the merchant, and begins only when it responds", async () => {
  const { id, close } = await makeClosed();
  await close();
  await erase(id);
  moveClock(21 * MINUTE);
  const outage = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));
  const broken = { ...deps.identityProvider, listUsers: outage, removeUser: outage };
  const sweepWith = async (identityProvider: typeof deps.identityProvider) => {
    await sweepErasures(beginSweep({ ...deps, identityProvider }));
    await sweepProviderTasks({ ...deps, identityProvider });
    moveClock(MINUTE);
  };
  const row = () =>
    rowsOf(id).first("SELECT business_name AS name, erased_at FROM merchants WHERE id = ?", id);
  await sweepWith(broken);
  expect(await row()).toEqual({ name: "Bean & Leaf", erased_at: null });
  for (let minute = 0; minute < 6; minute++) {
    await sweepWith({ ...deps.identityProvider, removeUser: outage });
  }
  expect(await row()).toEqual({ name: "erased", erased_at: null });
  expect(await deps.identityProvider.listUsers(id)).toHaveLength(1);
  await sweepUntilErased(id);
  expect(await deps.identityProvider.listUsers(id)).toEqual([]);
});

it("removes all users that are only this merchant's, whatever they log in with, by one request for all", async () => {
  const { id, close } = await makeClosed();
  await close();
  await erase(id);
  moveClock(21 * MINUTE);
  const user = {
    email: "not-the-login@shop.test",
    isEnabled: false,
    createdAt: null,
    invitedUntil: null,
    mustSetPassword: false,
    isEmailVerified: true,
    hasWallet: false,
  };
  const own = [crypto.randomUUID(), crypto.randomUUID()];
  const users = [
    ...own.map((userId) => ({ ...user, id: userId, merchantIds: [id] })),
    { ...user, id: crypto.randomUUID(), merchantIds: [id, crypto.randomUUID()] },
  ];
  const identityProvider = {
    ...deps.identityProvider,
    listUsers: async () => users,
    findUser: async () => null,
  };
  await sweepErasures(beginSweep({ ...deps, identityProvider }));
  const results = await sharedRows.all<{ subject: string }>(
    "SELECT subject FROM provider_tasks WHERE merchant_id = ? AND kind = 'user_removal'",
    id,
  );
  expect(results.map(({ subject }) => subject).sort()).toEqual(own.sort());
});

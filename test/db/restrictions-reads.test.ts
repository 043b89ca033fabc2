// What the check of a merchant's restrictions costs: D1 rows read, and the commands that read none for it.
import { describe, expect } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { findRestrictionsAtHome, isIntentStopped } from "#core/db/merchants/restrictions.ts";
import { interceptDatabase, repair } from "../support/faults.ts";
import { anotherIsolate } from "../support/identity-provider.ts";
import { readIntent, readPublicIntent } from "../support/intent-reads.ts";
import { cancel, confirm, makeIntent, makePaidIntent, postIntent, refund } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { setRole } from "../support/merchant-users.ts";
import { plansOf, rowsReadBy } from "../support/query-plans.ts";
import { seedCounter, seedIntent, seedMerchant } from "../support/seeds.ts";
import { merchantToken, withRoles } from "../support/tokens.ts";

const db = openDatabase(anotherIsolate());
const RESTRICTIONS = /disabled_users|from "payment_intents" inner join "merchants"/;

/** How often D1 is asked for restrictions while `run` runs. */
async function restrictionsReadBy(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  interceptDatabase(RESTRICTIONS, async (query) => {
    count += 1;
    return await query();
  });
  await run();
  repair();
  return count;
}

describe("a command's restrictions", () => {
  it("is read by primary keys: at most a row of each table", async () => {
    const merchant = await seedMerchant();
    const [counter, intent] = [await seedCounter(merchant.id), await seedIntent(merchant.id)];
    const key = { merchantId: merchant.id, counterId: counter.id, userId: "user-1" };
    const plans = await plansOf(async () => {
      await findRestrictionsAtHome(db, key);
      await isIntentStopped(db, intent.id);
    });
    expect(plans.join("\n")).not.toMatch(/SCAN (?!\(subquery|caller|CONSTANT)|TEMP B-TREE/);
    expect(await rowsReadBy(() => findRestrictionsAtHome(db, key))).toBeLessThanOrEqual(3);
    await setRole(merchant.id, key.userId, "staff");
    expect(await rowsReadBy(() => findRestrictionsAtHome(db, key))).toBe(3);
    expect(await rowsReadBy(() => findRestrictionsAtHome(db, { ...key, userId: null }))).toBe(2);
    expect(await rowsReadBy(() => isIntentStopped(db, intent.id))).toBeLessThanOrEqual(2);
  });

  it("is read once by a merchant's cancel and refund, and by a customer's confirm", async ({
    merchant,
    wallet,
  }) => {
    const [open, other] = [await makeIntent(merchant), await makeIntent(merchant)];
    const paid = await makePaidIntent(merchant);
    expect(await restrictionsReadBy(() => cancel(merchant, open.id))).toBe(1);
    expect(await restrictionsReadBy(() => confirm(wallet, other.id))).toBe(1);
    expect(await restrictionsReadBy(() => refund(merchant, paid.id))).toBe(1);
  });

  it("is read by a machine's create in the statement that inserts, and by a user's once more", async ({
    merchant,
  }) => {
    const user = { token: await merchantToken(merchant.id, withRoles("merchant")) };
    expect(await restrictionsReadBy(() => postIntent(merchant, { amount: 1 }))).toBe(0);
    expect(await restrictionsReadBy(() => postIntent(user, { amount: 1 }))).toBe(1);
  });

  it("is not read by a merchant's reads, and by public reads once in five seconds", async ({
    merchant,
    intent,
  }) => {
    const { id } = intent;
    expect(await restrictionsReadBy(() => readIntent(merchant, id))).toBe(0);
    const poll = async () => {
      for (let read = 0; read < 5; read++) await readPublicIntent(id);
    };
    expect(await restrictionsReadBy(poll)).toBe(1);
    expect(await restrictionsReadBy(() => readPublicIntent(id))).toBe(0);
  });
});

// Whether a transaction of the ledger is another payment's, among all of a merchant's.
import { expect, it } from "vitest";
import { isRecordedElsewhere } from "#core/db/payment-intents/claimed-transactions.ts";
import { SOME, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, seedIntent, seedMerchant } from "../support/seeds.ts";

const NEWEST = Date.UTC(2026, 10, 22);

it("is found in each of many payments, but for the one that is asked about", async () => {
  const [{ id: merchantId }, { id: otherId }] = [await seedMerchant(), await seedMerchant()];
  for (const [each, newest] of [
    [merchantId, NEWEST],
    [otherId, NEWEST - SOME],
  ] as const) {
    await seedManyIntents(each, newest, {}, SOME);
    await rowsOf(each).run(
      `UPDATE payment_intents SET payment_ledger_tx_id = substr(merchant_id, 1, 8) || (${newest} - created_at),
         refund_ledger_tx_id = iif(created_at = ${NEWEST}, 'refund', NULL) WHERE merchant_id = ?`,
      each,
    );
  }
  const asked = await seedIntent(merchantId);
  const isTaken = (transactionId: string) => isRecordedElsewhere(db, asked, transactionId);
  for (const order of [0, 9_999, 10_000, 10_001, SOME - 1])
    expect(await isTaken(`${merchantId.slice(0, 8)}${order}`)).toBe(true);
  expect(await isTaken("refund")).toBe(true);
  expect(await isTaken(`${otherId.slice(0, 8)}7`)).toBe(false);

  const own = await rowsOf(merchantId).value<string>(
    "SELECT id FROM payment_intents WHERE merchant_id = ? AND created_at = ?",
    merchantId,
    NEWEST - 7,
  );
  expect(await isRecordedElsewhere(db, { id: own ?? "", merchantId }, `${merchantId.slice(0, 8)}7`)).toBe(
    false,
  );
  expect(await rowsReadBy(() => isTaken("unknown"))).toBeLessThanOrEqual(4 * SOME);
});

// A page of a wallet's history whose ledger returns no metadata reads a merchant's intents once, not for each line.
import { expect, it } from "vitest";
import { findIntentIds } from "../../src/db/wallet/wallet-history.ts";
import { DAY } from "../support/clock.ts";
import { TRANSACTION } from "../support/embedded-ledger.ts";
import { MANY, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, seedMerchant } from "../support/seeds.ts";

const NEWEST = Date.UTC(2026, 10, 22);
const WALLET = "wallet-1";

it("reads each payment of the page's time once, and none that came after it", async () => {
  const { id: merchantId } = await seedMerchant();
  await seedManyIntents(merchantId, NEWEST, {});
  await seedManyIntents(merchantId, NEWEST + 2 * DAY, { refund_status: "'completed'" });
  await rowsOf(merchantId).run(
    `UPDATE payment_intents SET completed_by = '${WALLET}', payment_ledger_tx_id = 'paid-' || created_at,
       refund_ledger_tx_id = iif(refund_status IS NULL, NULL, 'refunded-' || created_at) WHERE merchant_id = ?`,
    merchantId,
  );
  const page = Array.from({ length: 100 }, (_, index) => {
    const [kind, time] = index % 2 ? ["refund", NEWEST + 2 * DAY] : ["payment", NEWEST];
    const at = time - index * 100;
    return {
      ...TRANSACTION,
      transaction_id: `${kind === "refund" ? "refunded" : "paid"}-${at}`,
      transaction_type: kind as "payment" | "refund",
      [kind === "refund" ? "from_account_id" : "to_account_id"]: merchantId,
      created_at: new Date(at).toISOString(),
    };
  });
  let found = new Map<string, string>();
  const rows = await rowsReadBy(async () => {
    found = await findIntentIds(db, WALLET, page);
  });
  expect(found.size).toBe(100);
  // Payments and refunds, and each line of the page a few times.
  expect(rows).toBeLessThanOrEqual(2 * MANY + 6 * page.length);
});

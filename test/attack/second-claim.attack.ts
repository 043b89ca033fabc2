// An administrator is made to complete a payment with the transaction of another one, at a ledger that does not say whose a
// transaction is.
import { describe, expect, it } from "vitest";
import { adminToken, call } from "../support/api.ts";
import { expectInvalid } from "../support/error-responses.ts";
import { readIntent } from "../support/intent-reads.ts";
import { transactionsOf } from "../support/intent-rows.ts";
import { makeIntent, makePaidIntent } from "../support/intents.ts";
import { makeMerchant, makeWallet, readBalances } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { ledgerRows } from "../support/rows.ts";

describe("a ledger transaction", () => {
  it("completes one payment, whoever confirms it for a second", async () => {
    const shop = await makeMerchant();
    const wallet = await makeWallet({ token: shop.token });
    const paid = await makePaidIntent(shop, { wallet });
    const transaction_id = (await transactionsOf(paid.id)).at(-1)?.id ?? "";
    await ledgerRows.run("UPDATE ledger_transactions SET metadata = '{}' WHERE id = ?", transaction_id);
    const other = await makeIntent(shop);

    const path = `${MERCHANT_API}/admin/payment-intents/${other.id}/resolve`;
    for (const confirm of [undefined, paid.id, other.id]) {
      const json = { transaction_id, confirm };
      expectInvalid(
        await call("POST", path, { token: await adminToken(), json }),
        confirm === other.id ? "transaction_id" : "confirm",
      );
    }

    expect((await readIntent(shop, other.id)).body.payment_intent.status).toBe("pending");
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
  });
});

// Strangers' wallets in the sandbox: their money is no entry of the ledger's before they are used, and unused ones go.
import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { erasedRows, KEPT_ROWS } from "#core/db/wallet/wallet-rows.ts";
import { auditAll } from "#core/ledger/audit.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepUnusedWallets, WALLETS_MAX } from "#sandbox/services/unused-wallets.ts";
import { DAY, moveClock, useStoppedClock } from "../support/clock.ts";
import { openDesk, postToDesk } from "../support/desks.ts";
import { findImbalances } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";
import { makeIntent } from "../support/intents.ts";
import { makeMerchant, renewMerchant } from "../support/parties.ts";
import { WALLET_API } from "../support/paths.ts";
import { sharedRows } from "../support/rows.ts";
import { balanceOf, db, deps } from "../support/seeds.ts";
import { callAsCustomer, openWallet } from "../support/sessions.ts";

useMutedLog();
useStoppedClock();

const sweep = () => sweepUnusedWallets(beginSweep(deps));

const COLUMNS = [
  ...[...erasedRows(deps.walletParts), ...KEPT_ROWS].map(
    ({ table }) => [getTableName(table), "wallet_id"] as const,
  ),
  ...["balances", "entries", "histories"].map((name) => [`ledger_${name}`, "account_id"] as const),
  ["ledger_accounts", "id"],
  ["ledger_transactions", "to_account_id"],
] as const;

/** In which tables there is something of the wallet, and how many rows. */
async function rowsOfWallet(walletId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, column] of COLUMNS) {
    const count = await sharedRows.value<number>(
      `SELECT count(*) FROM ${name} WHERE ${column} = ?`,
      walletId,
    );
    if (count) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

async function historyOf(walletId: string): Promise<string[]> {
  const { transactions } = await deps.ledger.listTransactions(walletId, 1, 20);
  return transactions.map(({ transaction_type, amount }) => `${transaction_type} ${amount}`);
}

async function pay(secret: string, amount = 30) {
  const { id } = await makeIntent(await renewMerchant(await makeMerchant()), { amount });
  return await callAsCustomer(secret, "POST", `${WALLET_API}/payment-intents/${id}/confirm`);
}

describe("a wallet that a stranger has made", () => {
  it("is opened at the ledger by its first transfer, once", async () => {
    const { secret, walletId } = await openWallet();
    expect(await rowsOfWallet(walletId)).toEqual({ sandbox_grants: 1, customer_sessions: 1 });
    expect(await balanceOf(walletId)).toBe(100_00);
    expect(await historyOf(walletId)).toEqual(["top_up 100.00"]);

    const paid = await Promise.all([pay(secret), pay(secret), pay(secret, 80)]);

    const spent = paid.flatMap(({ status }, index) => (status === 200 ? [index === 2 ? 80 : 30] : []));
    expect(paid.map(({ status }) => status).filter((status) => status !== 200 && status !== 402)).toEqual([]);
    expect(await balanceOf(walletId)).toBe(100_00 - spent.reduce((sum, amount) => sum + amount, 0) * 100);
    expect(await rowsOfWallet(walletId)).toMatchObject({ ledger_accounts: 1, ledger_balances: 1 });
    expect((await historyOf(walletId)).at(-1)).toEqual("top_up 100.00");
    expect(await findImbalances()).toEqual([]);
    expect((await Array.fromAsync(auditAll(db))).filter(({ fault }) => fault !== "number_missing")).toEqual(
      [],
    );
  });

  it("can be given money first", async () => {
    const { walletId } = await openWallet({ currency: "USD", balance: 5 });
    const { secret } = await openDesk();
    const { status } = await postToDesk(secret, "top-ups", { wallet_id: walletId, amount: 5 });
    expect(status).toBe(201);
    expect(await balanceOf(walletId)).toBe(10_00);
  });

  it("goes with all of its rows when it is not used for a week", async () => {
    const { walletId } = await openWallet();
    const [used, seen] = [await openWallet(), await openWallet()];
    const entries = () => sharedRows.value("SELECT count(*) FROM ledger_entries");
    expect((await pay(used.secret)).status).toBe(200);
    const before = await entries();
    await sharedRows.run("INSERT INTO wallet_intents VALUES (?, 'intent')", walletId);
    moveClock(7 * DAY - 1);
    await sweep();
    expect(await rowsOfWallet(walletId)).toMatchObject({ sandbox_grants: 1 });
    await sharedRows.run(
      "UPDATE customer_sessions SET last_used_at = ? WHERE wallet_id = ?",
      Date.now(),
      seen.walletId,
    );

    moveClock(1);
    await sweep();

    expect(await rowsOfWallet(walletId)).toEqual({});
    expect(await rowsOfWallet(used.walletId)).toMatchObject({ ledger_accounts: 1, customer_sessions: 1 });
    expect(await rowsOfWallet(used.walletId)).not.toHaveProperty("sandbox_grants");
    expect(await rowsOfWallet(seen.walletId)).toEqual({ sandbox_grants: 1, customer_sessions: 1 });
    expect(await balanceOf(used.walletId)).toBe(70_00);
    expect(await balanceOf(walletId)).toBeUndefined();
    expect(await entries()).toBe(before);
    moveClock(8 * DAY);
    await sweep();
    expect(await rowsOfWallet(seen.walletId)).toEqual({});
  });

  it("goes in chunks, however many there are", async () => {
    const count = WALLETS_MAX + 1;
    await sharedRows.run(
      `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${count})
       INSERT INTO sandbox_grants SELECT 'stranger-' || i, 'USD', 1, 1, 1 FROM s`,
    );
    const left = () => sharedRows.value("SELECT count(*) FROM sandbox_grants WHERE due_at = 1");
    await sweep();
    expect(await left()).toBe(1);
    await sweep();
    expect(await left()).toBe(0);
  });
});

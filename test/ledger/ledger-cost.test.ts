// What a transfer costs the ledger's database: GO-LIVE.md says from it what one D1 carries.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sealJournal } from "#core/ledger/chain.ts";
import { db, payment, startLedger } from "../support/embedded-ledger.ts";
import { interceptDatabase, repair, useMutedLog } from "../support/faults.ts";

useMutedLog();

const PAYMENTS = 200;

describe("a payment", () => {
  it("is one call, whatever becomes of it, and so many statements, rows and bytes", async () => {
    const counts = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
    interceptDatabase(/./, async (run, statements) => {
      const results = await run();
      counts.calls += 1;
      counts.statements += statements.length;
      for (const { meta } of results as D1Result[]) {
        counts.rowsRead += meta.rows_read;
        counts.rowsWritten += meta.rows_written;
      }
      return results;
    });
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("900.00"), crypto.randomUUID()];
    const costOf = async (amount: string, key: string) => {
      Object.assign(counts, { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0 });
      await ledger.post(payment(wallet, merchant, amount), key);
      return { ...counts };
    };
    await costOf("1.00", "first");
    const once = { calls: 1, statements: 7 };
    expect(await costOf("1.00", "paid")).toEqual({ ...once, rowsRead: 14, rowsWritten: 16 });
    expect(await costOf("1.00", "paid")).toEqual({ ...once, rowsRead: 5, rowsWritten: 0 });
    expect(await costOf("9000.00", "declined")).toEqual({ ...once, rowsRead: 7, rowsWritten: 6 });
    expect(await costOf("9000.00", "declined")).toEqual({ ...once, rowsRead: 5, rowsWritten: 0 });
    repair();

    const sizeBytes = async () => (await env.DB.prepare("SELECT 1").run()).meta.size_after;
    const before = await sizeBytes();
    for (let count = 1; count <= PAYMENTS; count++) {
      const id = crypto.randomUUID();
      const metadata = { payment_intent_id: id, operation_key: `payment:${id}:1` };
      await ledger.post({ ...payment(wallet, merchant, "1.00"), metadata }, `payment:${id}:1`);
    }
    while ((await sealJournal(db, PAYMENTS)) !== null);
    const bytes = ((await sizeBytes()) - before) / PAYMENTS;
    expect(bytes).toBeGreaterThan(1_200);
    expect(bytes).toBeLessThan(1_600);
  });
});

// What a transfer costs the ledger's database: contracts/ledger.md says from it what one D1 carries.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sealJournal } from "../../src/ledger/chain.ts";
import { db, payment, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";

useMutedLog();

const PAYMENTS = 200;

describe("a payment", () => {
  it("is so many calls, statements, rows and bytes, its number in the chain included", async () => {
    const counts = { calls: 0, statements: 0, rowsWritten: 0 };
    const ledger = startLedger({
      batch: async (statements) => {
        const results = await env.DB.batch(statements);
        counts.calls += 1;
        counts.statements += statements.length;
        for (const { meta } of results) counts.rowsWritten += meta.rows_written;
        return results as never;
      },
    });
    const [wallet, merchant] = [await ledger.openWallet("900.00"), crypto.randomUUID()];
    await ledger.post(payment(wallet, merchant, "1.00"));
    Object.assign(counts, { calls: 0, statements: 0, rowsWritten: 0 });
    await ledger.post(payment(wallet, merchant, "1.00"));
    expect(counts).toEqual({ calls: 2, statements: 9, rowsWritten: 16 });

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

// The ledger of local live mode, whose file outlives it. Runs in Node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startLocalLedger } from "../../src/scripts/local-ledger/local-ledger.ts";

const directory = mkdtempSync(join(tmpdir(), "payments-ledger-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const headers = { Authorization: "Bearer token", "Content-Type": "application/json" };
const WALLET = { account_id: "wallet", currency: "USD", opening_balance: "100.00" };

describe("a ledger with a file", () => {
  it("finds its accounts again, and opens them once", async () => {
    const open = async () => {
      const ledger = await startLocalLedger({ token: "token", file: join(directory, "ledger.sqlite") });
      const body = JSON.stringify(WALLET);
      const response = await fetch(`${ledger.url}/v1/accounts`, { method: "POST", headers, body });
      ledger.close();
      return { status: response.status, account: await response.json() };
    };
    const first = await open();
    expect(first.status).toBe(201);
    expect(await open()).toEqual({ status: 200, account: first.account });
  });
});

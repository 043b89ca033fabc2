// How the dashboard finds a payment's lines at the ledger.
import { describe, expect, it } from "vitest";
import { findLines } from "../../../src/pages/browser/dashboard/find-ledger-lines.ts";
import type { LedgerTransaction } from "../../../src/sdk/index.ts";

const PER_PAGE = 10;
const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** One line an hour, newest first; each of these is one of the payment. */
function ledgerWith(total: number, own: Record<number, string>) {
  const lines = Array.from({ length: total }, (_, hour) => line(hour, own[hour])).reverse();
  const read: number[] = [];
  const readPage = async (page: number) => {
    read.push(page);
    const transactions = lines.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return { transactions, total_pages: Math.ceil(total / PER_PAGE) };
  };
  return { read, readPage };
}

function line(hour: number, type = "other"): LedgerTransaction {
  return {
    transaction_id: `t${hour}`,
    transaction_type: type,
    status: "completed",
    amount: "1.00",
    currency: "USD",
    from_account_id: "a",
    to_account_id: "b",
    description: "",
    metadata: { payment_intent_id: type === "other" ? "another" : "p" },
    created_at: timeOf(hour),
    completed_at: timeOf(hour),
  };
}

const timeOf = (hour: number) => new Date(START + hour * HOUR_MS).toISOString();

describe("findLines", () => {
  it("reads one page for a new payment", async () => {
    const { read, readPage } = ledgerWith(1_000, { 995: "payment", 997: "refund" });
    const lines = await findLines("p", timeOf(995), readPage);
    expect(lines.map((each) => each.transaction_type)).toEqual(["payment", "refund"]);
    expect(read).toEqual([1]);
  });

  it("finds an old payment and its refund with few requests", async () => {
    const { read, readPage } = ledgerWith(1_000, { 203: "payment", 260: "refund" });
    const lines = await findLines("p", timeOf(203), readPage);
    expect(lines.map((each) => each.transaction_id)).toEqual(["t203", "t260"]);
    expect(read.length).toBeLessThanOrEqual(20);
  });

  it("finds the very first one", async () => {
    const { readPage } = ledgerWith(1_000, { 0: "payment" });
    expect(await findLines("p", timeOf(0), readPage)).toHaveLength(1);
  });

  it("finds a late refund on the newest page", async () => {
    const { readPage } = ledgerWith(1_000, { 100: "payment", 999: "refund" });
    const lines = await findLines("p", timeOf(100), readPage);
    expect(lines.map((each) => each.transaction_id)).toEqual(["t100", "t999"]);
  });

  it("finds nothing at an empty ledger", async () => {
    const { readPage } = ledgerWith(0, {});
    expect(await findLines("p", timeOf(0), readPage)).toEqual([]);
  });
});

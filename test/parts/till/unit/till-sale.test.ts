// The states of one sale at the till.
import { describe, expect, it } from "vitest";
import {
  advance,
  begin,
  type Draft,
  isDeclined,
  isEnded,
  type Sale,
  type SaleEvent,
  type SaleIntent,
} from "#pages/browser/device/sale.ts";

const NOW = Date.UTC(2026, 10, 22);
const DRAFT: Draft = { key: "key", amount: "12.50", currency: "EUR", scanToken: null };
const SCANNED: Draft = { ...DRAFT, scanToken: "token" };

function intent(status: SaleIntent["status"]): SaleIntent {
  return {
    id: "01a20338-4303-7325-ba9b-12f62e322a6e",
    number: "#7K2M9Q",
    description: "",
    merchant_name: "Bean & Leaf",
    amount_decimal: "12.50",
    currency: "EUR",
    status,
    refund_status: null,
    created_at: new Date(NOW).toISOString(),
    completed_at: null,
    expires_at: new Date(NOW + 60_000).toISOString(),
    qr_code_url: null,
  };
}

const read = (status: SaleIntent["status"]): SaleEvent => ({ type: "read", intent: intent(status) });

function play(draft: Draft, ...events: [event: SaleEvent, afterMs?: number][]): Sale {
  return events.reduce((sale, [event, ms = 0]) => advance(sale, event, NOW + ms), begin(draft));
}

describe("a sale", () => {
  it("shows the code when the intent exists, and is paid when the service says so", () => {
    expect(begin(DRAFT)).toEqual({ step: "creating", draft: DRAFT, isResumed: false, isDelayed: false });
    expect(play(DRAFT, [read("pending")])).toMatchObject({ step: "open", cancellation: "none" });
    expect(play(DRAFT, [read("pending")], [read("completed")])).toEqual({
      step: "paid",
      draft: DRAFT,
      intent: intent("completed"),
    });
  });

  it("waits for approval when a customer's code was scanned, and can be declined", () => {
    expect(play(SCANNED, [read("pending_approval")]).step).toBe("approval");
    expect(play(SCANNED, [read("pending_approval")], [read("cancelled")]).step).toBe("declined");
    expect(play(DRAFT, [read("pending")], [read("cancelled")]).step).toBe("cancelled");
  });

  it("is cancelled, not declined, when its merchant has withdrawn the request", () => {
    const withdrawn = { ...intent("cancelled"), cancellation_reason: "withdrawn_by_merchant" };
    const asked = play(SCANNED, [read("pending_approval")], [{ type: "cancel_asked" }]);
    expect(advance(asked, { type: "read", intent: withdrawn }, NOW).step).toBe("cancelled");
    expect(advance(asked, read("cancelled"), NOW).step).toBe("declined");
  });

  const UNPAID: SaleEvent[] = [
    { type: "delayed" },
    { type: "refused", code: "rate_limited" },
    { type: "cancel_asked" },
    { type: "cancelled" },
    { type: "cancel_failed", code: null },
    { type: "cancel_failed", code: "payment_in_progress" },
    { type: "cancel_failed", code: "not_pending" },
    { type: "cancel_failed", code: "rate_limited" },
    { type: "removed" },
    { type: "tick" },
    read("pending"),
    read("pending_approval"),
    read("expired"),
    read("cancelled"),
  ];

  it("is never green without a completed status that was read, whatever happens in whatever order", () => {
    const seen = new Set<string>();
    let sales: Sale[] = [begin(DRAFT), begin(SCANNED)];
    for (let depth = 0; depth < 3; depth++) {
      sales = sales.flatMap((sale) =>
        UNPAID.flatMap((event) => [0, 120_000].map((ms) => advance(sale, event, NOW + ms))),
      );
      for (const { step } of sales) seen.add(step);
    }
    expect(seen.has("paid")).toBe(false);
    expect(seen.size).toBe(8);
    for (const sale of sales) expect(advance(sale, read("completed"), NOW).step).toBe("paid");
  });

  it("stays paid", () => {
    const paid = play(DRAFT, [read("completed")]);
    for (const event of UNPAID) expect(advance(paid, event, NOW + 120_000)).toBe(paid);
  });

  it("says that the creation is delayed, or why it was refused", () => {
    const delayed = play(DRAFT, [{ type: "delayed" }]);
    expect(delayed).toMatchObject({ step: "creating", isDelayed: true });
    expect(advance(delayed, { type: "delayed" }, NOW)).toBe(delayed);
    const refused = play(DRAFT, [{ type: "delayed" }], [{ type: "refused", code: "merchant_suspended" }]);
    expect(refused).toEqual({ step: "refused", draft: DRAFT, code: "merchant_suspended" });
    expect([isEnded(delayed), isEnded(refused)]).toEqual([false, true]);
  });

  it("is cancelled only when the service has cancelled it", () => {
    const asked = play(DRAFT, [read("pending")], [{ type: "cancel_asked" }]);
    expect(asked).toMatchObject({ step: "open", cancellation: "asked" });
    expect(advance(asked, { type: "cancelled" }, NOW).step).toBe("cancelled");
    const unknown = advance(asked, { type: "cancel_failed", code: null }, NOW);
    expect(unknown).toMatchObject({ step: "open", cancellation: "unknown" });
    expect(advance(asked, { type: "cancel_failed", code: "not_pending" }, NOW)).toMatchObject({
      step: "open",
      cancellation: "none",
    });
  });

  it("says why it could not be cancelled, and when the till cannot cancel any more", () => {
    const asked = play(DRAFT, [read("pending")], [{ type: "cancel_asked" }]);
    const refused = advance(asked, { type: "cancel_failed", code: "rate_limited" }, NOW);
    expect(refused).toMatchObject({ step: "open", cancellation: { code: "rate_limited" } });
    const removed = advance(asked, { type: "removed" }, NOW);
    expect(removed).toMatchObject({ step: "open", cancellation: "removed" });
    expect(advance(removed, read("pending"), NOW)).toMatchObject({ step: "open", cancellation: "removed" });
    expect(advance(removed, read("completed"), NOW).step).toBe("paid");
  });

  it("is under way, and not cancelled, when a payment stood in the way; the code returns if it fails", () => {
    const refused: SaleEvent = { type: "cancel_failed", code: "payment_in_progress" };
    const underway = play(DRAFT, [read("pending")], [{ type: "cancel_asked" }], [refused]);
    expect(underway).toMatchObject({ step: "underway", cancellation: "in_progress" });
    expect(advance(underway, { type: "tick" }, NOW + 9_999)).toBe(underway);
    expect(advance(underway, { type: "tick" }, NOW + 10_000)).toMatchObject({
      step: "open",
      cancellation: "none",
    });
    expect(advance(underway, read("completed"), NOW).step).toBe("paid");
  });

  it("is under way while the ledger is slow, and says so when it was declined, until it is tried again", () => {
    const seen = (is_processing: boolean, status: SaleIntent["status"] = "pending"): SaleEvent => ({
      type: "read",
      intent: { ...intent(status), is_processing },
    });
    const states = (draft: Draft, ...events: SaleEvent[]) =>
      events.map((_, index) => {
        const sale = play(draft, ...events.slice(0, index + 1).map((event): [SaleEvent] => [event]));
        return [sale.step, isDeclined(sale)];
      });
    expect(states(DRAFT, seen(false), seen(true), seen(false), { type: "tick" }, seen(true))).toEqual([
      ["open", false],
      ["underway", false],
      ["open", true],
      ["open", true],
      ["underway", false],
    ]);
    expect(states(DRAFT, seen(true), seen(false, "completed"))[1]).toEqual(["paid", false]);
    const asked = [seen(true, "pending_approval"), seen(false, "pending_approval")];
    expect(states(SCANNED, ...asked)).toEqual([
      ["underway", false],
      ["approval", true],
    ]);
  });

  it("is what the service has said, whatever a clock says of its deadline", () => {
    const open = play(DRAFT, [read("pending")]);
    expect(advance(open, { type: "tick" }, NOW + 86_400_000)).toBe(open);
    expect(play(DRAFT, [read("pending")], [read("expired"), 63_000]).step).toBe("expired");
  });
});

// What the dashboard's list of payments shows and asks for.
import { describe, expect, it } from "vitest";
import {
  isFiltered,
  isPaymentId,
  readSearch,
  searchQuery,
} from "../../../src/pages/browser/dashboard/payment-search.ts";
import { isMoving, paymentState } from "../../../src/pages/browser/dashboard/payment-state.ts";

const DEADLINE = "2026-11-22T12:00:00.000Z";

describe("the state of a payment", () => {
  it.each([
    ["pending", null, -1, "open"],
    ["pending", null, 0, "underway"],
    ["pending_approval", null, -1, "approval"],
    ["pending_approval", null, 0, "underway"],
    ["completed", null, 0, "paid"],
    ["completed", "pending", 0, "refunding"],
    ["completed", "completed", 0, "refunded"],
    ["cancelled", null, 0, "cancelled"],
    ["expired", null, 0, "expired"],
  ] as const)("of %s with refund %s, %d ms after the deadline, is %4$s", (status, refund, ms, expected) => {
    const payment = { status, refund_status: refund, expires_at: DEADLINE };
    const state = paymentState(payment, Date.parse(DEADLINE) + ms);
    expect(state).toBe(expected);
    expect(isMoving(state)).toBe(["open", "approval", "underway", "refunding"].includes(expected));
  });
});

describe("the search", () => {
  it("is read from the address, without what it does not know", () => {
    const search = readSearch(
      new URLSearchParams("reference=+order-1+&state=nonsense&from=yesterday&to=2026-11-22"),
    );
    expect(search).toEqual({
      reference: "order-1",
      amount: null,
      state: null,
      counter: null,
      from: null,
      to: "2026-11-22",
      cursor: null,
    });
    expect(isFiltered(search)).toBe(true);
    expect(isFiltered(readSearch(new URLSearchParams("cursor=abc")))).toBe(false);
  });

  it("asks for whole days of the merchant's time zone", () => {
    const search = readSearch(
      new URLSearchParams("from=2026-03-29&to=2026-03-29&amount=12,50&state=refunded"),
    );
    expect(searchQuery(search, "Europe/Berlin")).toEqual({
      reference: null,
      amount: "12.50",
      counter_id: null,
      created_from: "2026-03-28T23:00:00.000Z",
      created_to: "2026-03-29T22:00:00.000Z",
      cursor: null,
      refund_status: "completed",
    });
  });

  it("recognises a payment's id", () => {
    expect(isPaymentId("01a2045c-a8d7-76b9-a86c-d378e1edbcee")).toBe(true);
    expect([isPaymentId(null), isPaymentId("order-1")]).toEqual([false, false]);
  });
});

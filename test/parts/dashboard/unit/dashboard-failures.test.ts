// What people read at the dashboard when the service refuses: never its own words, which are for programs.

import { describe, expect, it } from "vitest";
import document from "#assets/openapi.sandbox.json" with { type: "json" };
import { failureFrom } from "#parts/dashboard/browser/api/failures.ts";
import { OPERATIONS } from "#parts/dashboard/browser/api/operations.ts";
import { failureWords, fieldWords } from "#parts/dashboard/browser/failure-words.ts";
import { findLines } from "#parts/dashboard/browser/find-ledger-lines.ts";
import { messages as ar } from "#parts/dashboard/browser/messages/ar.ts";
import { messages as de } from "#parts/dashboard/browser/messages/de.ts";
import { messages as en } from "#parts/dashboard/browser/messages/en.ts";
import { messages as es } from "#parts/dashboard/browser/messages/es.ts";
import { messages as fr } from "#parts/dashboard/browser/messages/fr.ts";
import { messages as ja } from "#parts/dashboard/browser/messages/ja.ts";
import {
  isFiltered,
  mergePages,
  readSearch,
  searchedDay,
  searchQueries,
} from "#parts/dashboard/browser/payment-search.ts";
import { isMoving, paymentState } from "#parts/dashboard/browser/payment-state.ts";
import { signedText } from "#parts/dashboard/browser/signed-text.ts";
import type { LedgerTransaction, PaymentIntent } from "#sdk/index.ts";

const LANGUAGES = [en, de, fr, es, ar, ja];
/** It is told by its fields. */
const WITHOUT_WORDS = ["invalid_request"];

interface Documented {
  status: string;
  code: string;
  error: string;
}

interface Operation {
  operationId?: string;
  responses?: Record<string, DocumentedResponse>;
}

interface DocumentedResponse {
  $ref?: string;
  description?: string;
}

const shared: Record<string, DocumentedResponse> = document.components.responses;

/** Every failure that the document lists of the dashboard's operations; `default` is what any operation can have. */
function documentedFailures(): Documented[] {
  const found = new Map<string, Documented>();
  const search = (status: string, response: DocumentedResponse): void => {
    const { $ref, description } = response;
    const { description: listed = "" } =
      $ref === undefined ? { description } : (shared[$ref.split("/").at(-1) ?? ""] ?? {});
    for (const [, code = "", error = ""] of listed.matchAll(/^- (?:\d+ )?`(\w+)`: (.+)$/gm))
      if (!found.has(code)) found.set(code, { status, code, error });
  };
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path) as Operation[])
      if (Object.hasOwn(OPERATIONS, operation.operationId ?? ""))
        for (const [status, response] of Object.entries(operation.responses ?? {}))
          if (!/^[23]/.test(status)) search(status, response);
  return [...found.values()];
}

const FAILURES = documentedFailures();

describe("a failure that people see", () => {
  it.each(FAILURES)("$code is told in the reader's language", ({ status, code, error }) => {
    const failure = failureFrom(Number(status) || 400, JSON.stringify({ success: false, error, code }), null);
    expect(Object.values(failure).concat(failure.message)).not.toContain(error);
    const told = LANGUAGES.map(({ failures }) => failureWords(failure, failures));
    expect(new Set(told).size).toBe(LANGUAGES.length);
    for (const words of told) expect(words).toMatch(/^[\p{Lu}\p{Lo}].*[.。]$/u);
    if (status !== "default")
      expect(told[0] === en.failures.other, "in general words").toBe(WITHOUT_WORDS.includes(code));
  });

  it("is one of the many in the document", () => {
    expect(FAILURES.length).toBeGreaterThan(40);
  });

  it("says that the service cannot do it when it fails", () => {
    expect(failureWords(failureFrom(503, "<html>", null), en.failures)).toBe(en.failures.unavailable);
  });

  it("tells what is wrong in a field by the field", () => {
    const refused = (field: string) =>
      failureFrom(400, JSON.stringify({ code: "invalid_request", details: [{ field }] }), null);
    expect(refused("webhook_events[0]").fields).toEqual(["webhook_events"]);
    expect(failureWords(refused("amount"), en.failures)).toBe("Enter a number, such as 12.50.");
    expect(failureWords(refused("name"), en.failures)).toBe("The service did not accept this.");
    expect(fieldWords("name", en.failures)).toBe("Please check this entry.");
    expect(fieldWords("name", en.failures, true)).toBe("Please fill this in.");
    expect(fieldWords("constructor", en.failures)).toBe("Please check this entry.");
  });
});

// How the dashboard finds a payment's lines at the ledger.

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

// What the dashboard's list of payments shows and asks for.

const DEADLINE = "2026-11-22T12:00:00.000Z";

describe("the state of a payment", () => {
  it.each([
    ["pending", null, -1, "open"],
    ["pending", null, 2_999, "open"],
    ["pending", null, 3_000, "underway"],
    ["pending_approval", null, -1, "approval"],
    ["pending_approval", null, 3_000, "underway"],
    ["completed", null, 0, "paid"],
    ["completed", "pending", 0, "refunding"],
    ["completed", "completed", 0, "refunded"],
    ["cancelled", null, 0, "cancelled"],
    ["cancelled", null, 0, "declined", "rejected_by_customer"],
    ["cancelled", null, 0, "cancelled", "withdrawn_by_merchant"],
    ["expired", null, 0, "expired"],
  ] as const)("of %s with refund %s, %d ms after the deadline, is %s (%s)", (...row) => {
    const [status, refund_status, ms, expected, cancellation_reason = null] = row;
    const payment = { status, refund_status, expires_at: DEADLINE, cancellation_reason };
    const state = paymentState(payment, Date.parse(DEADLINE) + ms);
    expect(state).toBe(expected);
    if (state !== "underway") expect(paymentState(payment, null)).toBe(expected);
    expect(isMoving(state)).toBe(["open", "approval", "underway", "refunding"].includes(expected));
  });
});

describe("the search", () => {
  it("is read from the address, without what it does not know", () => {
    const search = readSearch(
      new URLSearchParams("text=+order-1+&state=nonsense&from=yesterday&to=2026-11-22"),
    );
    expect(search).toEqual({
      text: "order-1",
      state: null,
      counter: null,
      from: null,
      to: "2026-11-22",
      cursor: null,
    });
    expect(isFiltered(search)).toBe(true);
    expect(isFiltered(readSearch(new URLSearchParams("cursor=abc")))).toBe(false);
  });

  const place = { timeZone: "Europe/Berlin", locale: "de", now: Date.UTC(2026, 10, 22, 23, 30) };
  const asked = (address: string, locale = "de") =>
    searchQueries(readSearch(new URLSearchParams(address)), { ...place, locale }).map((query) =>
      Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)),
    );

  it("asks for whole days of the merchant's time zone", () => {
    const day = { created_from: "2026-03-28T23:00:00.000Z", created_to: "2026-03-29T22:00:00.000Z" };
    expect(asked("from=2026-03-29&to=2026-03-29&state=refunded")).toEqual([
      { ...day, refund_status: "completed" },
    ]);
    for (const [text, locale] of [
      ["2026-03-29", "de"],
      ["29.3.2026", "de"],
      ["29.03.26", "de"],
      ["3/29/2026", "en-US"],
      ["29/03/2026", "fr"],
      ["2026/3/29", "ja"],
    ] as const)
      expect(asked(`text=${text}`, locale), text).toEqual([day]);
    expect(asked("text=30.2.2026")).toEqual([{ reference: "30.2.2026" }]);
  });

  it("is for one day, typed or chosen, or for none", () => {
    const day = (address: string) => searchedDay(readSearch(new URLSearchParams(address)), "de");
    expect(day("from=2026-03-29&to=2026-03-29&state=refunded")).toBe("2026-03-29");
    expect(day("text=29.3.2026&from=2026-03-01")).toBe("2026-03-29");
    for (const address of ["", "from=2026-03-28&to=2026-03-29", "from=2026-03-29", "text=12,50"])
      expect(day(address), address).toBe(null);
  });

  it("asks for all that the text may be, and for numbers and amounts of the last 31 days", () => {
    // It is the 23rd in Berlin.
    const recent = { created_from: "2026-10-23T22:00:00.000Z" };
    expect(asked("text=order-1")).toEqual([{ reference: "order-1" }]);
    expect(asked("text=%23k0z4b1")).toEqual([{ reference: "#k0z4b1" }, { ...recent, number: "#k0z4b1" }]);
    for (const text of ["12,50", "€12.50", "€ 12.50", "EUR 12.50", "12,50 €", "CHF 12.50", "US$12.50"])
      expect(asked(`text=${text}`)).toEqual([{ reference: text }, { ...recent, amount: "12.50" }]);
    expect(asked("text=0199c0de-7")).toEqual([{ reference: "0199c0de-7" }, { id_prefix: "0199c0de-7" }]);
    expect(asked("text=104200&counter=c").map((query) => Object.keys(query).sort().join())).toEqual([
      "counter_id,reference",
      "counter_id,created_from,number",
      "counter_id,id_prefix",
      "amount,counter_id,created_from",
    ]);
    const [, named] = asked("text=%23k0z4b1&from=2026-01-01&to=2026-02-28");
    expect(named).toMatchObject({
      created_from: "2026-01-28T23:00:00.000Z",
      created_to: "2026-02-28T23:00:00.000Z",
    });
  });

  it("shows what several queries find as one page, each payment once", () => {
    const payment = (id: string) => ({ id, created_at: `2026-11-${id}` }) as PaymentIntent;
    const pages = [
      { payments: ["22", "20"].map(payment), next: "after 20" },
      { payments: ["21", "20"].map(payment), next: null },
      { payments: ["19"].map(payment), next: "after 19" },
    ];
    const { payments, next } = mergePages(pages);
    expect([payments.map(({ id }) => id), next]).toEqual([["22", "21", "20", "19"], "after 20"]);
    expect(mergePages([])).toEqual({ payments: [], next: null });
  });
});

// The text that a webhook's signature covers, as the dashboard shows it.

it("has the payload byte for byte, whatever else the response holds", () => {
  const payload = '{"type":"payment.completed","data":{"metadata":{ "b":1.0, "a":12345678901234567890 }}}';
  const response = `{"success":true,"delivery":{"id":"e","url":"x\\"payload","payload":${payload},"attempt_log":[]}}`;
  expect(signedText("e", "2026-11-22T12:00:01.999Z", response)).toBe(`e.1795348801.${payload}`);
});

it("is null without a payload", () => {
  expect(signedText("e", "2026-11-22T12:00:00Z", '{"success":true,"delivery":{"id":"e"}}')).toBeNull();
  expect(signedText("e", "2026-11-22T12:00:00Z", '{"success":true}')).toBeNull();
});

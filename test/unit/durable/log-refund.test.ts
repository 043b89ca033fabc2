// The line in the log for a refund: one, about the event that was committed last.

import { beforeEach, describe, expect, it, vi } from "vitest";
import { refundEntry } from "#core/db/payment-intents/projection.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import { type IntentDocument, newDocument } from "#core/durable/intent-document.ts";
import { logRefund } from "#core/durable/log-refund.ts";
import { reportIfStuck, withOperationAge } from "#core/durable/stuck-operation.ts";
import { anIntent, anOperation, CREATED_AT } from "../../support/intent.ts";

let log: string[];

beforeEach(() => {
  log = [];
  vi.spyOn(console, "info").mockImplementation((line) => void log.push(String(line)));
});

/** The ids of the events that were logged, when the last of the outbox's events are the decision's. */
async function logged(outboxTypes: EventType[], decided: EventType[]): Promise<string[]> {
  const intent = anIntent();
  const outbox = outboxTypes.map((type, index) => ({
    id: `event-${index + 1}`,
    type,
    sequence: index + 1,
    occurredAt: CREATED_AT,
    actor: "merchant-1",
    requestId: "request-1",
    payload: "{}",
  }));
  const events = decided.map((type) => ({ type, sequence: 1, occurredAt: CREATED_AT, reason: null }));
  await logRefund({ ...newDocument(intent), outbox }, { intent, events, refusal: null }, []);
  const lines = log.map((line) => JSON.parse(line));
  const common = { level: "info", event: "audit", action: "refund.requested", target_id: intent.id };
  expect(lines).toMatchObject(lines.map(() => common));
  return lines.map((line) => line.entry_id);
}

it("a refund is logged, and what waits in the outbox before it is not", async () => {
  const outbox: EventType[] = ["payment.completed", "refund.failed", "refund.pending"];
  expect(await logged(outbox, ["refund.pending"])).toEqual(["event-3"]);
});

it("a refund is logged that comes with another event", async () => {
  const both: EventType[] = ["payment.completed", "refund.pending"];
  expect(await logged(both, both)).toEqual(["event-2"]);
});

it.each<[EventType[]]>([[["payment.completed"]], [["refund.completed"]], [[]]])(
  "nothing is logged for the events %j",
  async (events) => {
    expect(await logged(["refund.pending", ...events], events)).toEqual([]);
  },
);

it("a refund has one entry, with the same salts in the log as in D1", async () => {
  const intent = anIntent();
  const event = {
    ...{ id: "event-1", type: "refund.pending" as const, sequence: 1, occurredAt: CREATED_AT },
    ...{ actor: "merchant-1", requestId: "request-1", payload: "{}" },
    origin: { kind: "merchant" as const, subject: "client-1", addressKey: "192.0.2.1" },
  };
  const entry = await refundEntry(event, intent);
  expect(Object.keys(entry.erasable)).toEqual(["subject", "address"]);
  expect(await refundEntry(event, intent)).toBe(entry);
  expect(await refundEntry({ ...event }, intent)).not.toEqual(entry);
});

// When an operation that stays without a result is reported to operators.

const HOUR = 3_600_000;

const BEGUN = Date.UTC(2026, 9, 1, 12);

const idle = newDocument(anIntent());

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  return () => void vi.restoreAllMocks();
});

function operating(...change: Parameters<typeof anOperation>): IntentDocument {
  const document = { ...idle, intent: anIntent({ operation: anOperation(...change) }) };
  return withOperationAge(document, BEGUN);
}

describe("the age of an operation", () => {
  it("counts from the commit that began it", () => {
    const document = operating("payment");
    expect(document.operationAge).toEqual({
      key: "payment:intent-1:1",
      since: BEGUN,
      reportedAt: null,
      attemptedAt: BEGUN,
    });
    expect(withOperationAge(document, BEGUN + HOUR)).toBe(document);
  });

  it("begins anew with another operation, and ends with the last", () => {
    const document = operating("payment");
    const next = anIntent({ operation: anOperation("payment", { key: "payment:intent-1:2" }) });
    expect(withOperationAge({ ...document, intent: next }, BEGUN + 1).operationAge).toEqual({
      key: "payment:intent-1:2",
      since: BEGUN + 1,
      reportedAt: null,
      attemptedAt: BEGUN + 1,
    });
    expect(withOperationAge({ ...document, intent: anIntent() }, BEGUN + 1).operationAge).toBeNull();
    expect(withOperationAge(idle, BEGUN).operationAge).toBeNull();
  });
});

describe("an operation without a result", () => {
  it("is reported after an hour, and again an hour after each report", () => {
    const document = operating("payment", { attempts: 7 });
    expect(reportIfStuck(document, BEGUN + HOUR - 1)).toBe(document);
    expect(lines).toEqual([]);

    const reported = reportIfStuck(document, BEGUN + HOUR);
    expect(reported).toEqual({
      ...document,
      operationAge: { key: "payment:intent-1:1", since: BEGUN, reportedAt: BEGUN + HOUR, attemptedAt: BEGUN },
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: "error",
        event: "ledger_operation_stuck",
        intent_id: "intent-1",
        operation_key: "payment:intent-1:1",
        since: "2026-10-01T12:00:00.000Z",
        attempts: 7,
        is_rejected: false,
      },
    ]);

    expect(reportIfStuck(reported, BEGUN + 2 * HOUR - 1)).toBe(reported);
    expect(reportIfStuck(reported, BEGUN + 2 * HOUR).operationAge?.reportedAt).toBe(BEGUN + 2 * HOUR);
    expect(lines).toHaveLength(2);
  });

  it("is not stuck while the ledger has accepted it, unless the ledger now rejects it", () => {
    const accepted = operating("refund", { transactionId: "tx-1" });
    expect(reportIfStuck(accepted, BEGUN + 100 * HOUR)).toBe(accepted);
    expect(lines).toEqual([]);

    reportIfStuck(operating("refund", { transactionId: "tx-1", isRejected: true }), BEGUN + HOUR);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ is_rejected: true });
  });

  it("is reported only while it is in progress, and once its age is known", () => {
    const ended = { ...operating("payment"), intent: anIntent() };
    expect(reportIfStuck(ended, BEGUN + HOUR)).toBe(ended);
    const ageless = { ...operating("payment"), operationAge: null };
    expect(reportIfStuck(ageless, BEGUN + HOUR)).toBe(ageless);
    expect(lines).toEqual([]);
  });
});

// The line in the log for a refund: one, about the event that was committed last.

import { beforeEach, expect, it, vi } from "vitest";
import { refundEntry } from "../../../src/db/payment-intents/projection.ts";
import type { EventType } from "../../../src/domain/events.ts";
import { newDocument } from "../../../src/durable/intent-document.ts";
import { logRefund } from "../../../src/durable/log-refund.ts";
import { anIntent, CREATED_AT } from "../../support/intent.ts";

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

import { describe, expect, it } from "vitest";
import {
  type IntentDocument,
  isDrained,
  newDocument,
  withoutDrained,
} from "../../../src/durable/intent-document.ts";
import { anIntent } from "../../support/intent.ts";

/** A document at this version, with an event of each sequence in its outbox. */
function aDocument(version: number, ...sequences: number[]): IntentDocument {
  const outbox = sequences.map((sequence) => ({
    id: `event-${sequence}`,
    type: "payment.completed",
    sequence,
    occurredAt: 0,
    actor: "test",
    requestId: null,
    payload: "{}",
  }));
  return { ...newDocument(anIntent({ version })), outbox, projectedVersion: 1 };
}

const ids = (events: { id: string }[] | undefined) => events?.map(({ id }) => id);

describe("a document whose earlier state has been drained", () => {
  it("keeps what was added since", () => {
    const now = withoutDrained(aDocument(3, 1, 2), aDocument(2, 1));

    expect(ids(now.outbox)).toEqual(["event-2"]);
    expect(ids(now.sent)).toEqual(["event-1"]);
    expect(now).toMatchObject({ intent: { version: 3 }, projectedVersion: 2 });
    expect(isDrained(now)).toBe(false);
  });

  it("is drained with its last state, whatever the order of the reports", () => {
    const [first, last] = [aDocument(2, 1), aDocument(3, 1, 2)];

    for (const order of [
      [first, last],
      [last, first],
      [last, last, first],
    ]) {
      const now = order.reduce(withoutDrained, last);
      expect(now).toMatchObject({ outbox: [], projectedVersion: 3 });
      expect(ids(now.sent)).toEqual(["event-1", "event-2"]);
      expect(isDrained(now)).toBe(true);
    }
  });

  it("is not drained while D1 has only an older version of it", () => {
    const now = withoutDrained(aDocument(3), aDocument(2));

    expect(now).toMatchObject({ outbox: [], projectedVersion: 2 });
    expect(isDrained(now)).toBe(false);
  });
});

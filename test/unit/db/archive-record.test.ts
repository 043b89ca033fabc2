// An archived intent is restored exactly, whatever it contains.
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import {
  type ArchivedIntent,
  cutIds,
  decodeRecord,
  encodeRecord,
  NO_SAMPLE,
  textOf,
} from "../../../src/db/payment-intents/archive-record.ts";
import type { PaymentIntent } from "../../../src/domain/payment-intent.ts";
import { anIntent, CREATED_AT } from "../../support/intent.ts";

function anArchived(change: Partial<PaymentIntent> = {}, actors = ["system"]): ArchivedIntent {
  const intent = anIntent({ id: v7(), merchantId: crypto.randomUUID(), status: "completed", ...change });
  const history = actors.map((actor, index) => ({
    id: v7(),
    type: "payment.completed" as const,
    sequence: index + 1,
    occurredAt: CREATED_AT + index * 1_000,
    actor,
    requestId: index % 2 === 0 ? crypto.randomUUID() : null,
  }));
  return { intent, history };
}

const sampleOf = (archived: ArchivedIntent) => cutIds(textOf(archived)).text;
const wallet = crypto.randomUUID();
const ids = JSON.stringify(Array.from({ length: 40 }, () => crypto.randomUUID()));

describe("an archived intent", () => {
  it.each([
    ["with nothing optional", anArchived()],
    [
      "paid by a wallet",
      anArchived({ completedBy: wallet, completedAt: CREATED_AT + 5 }, [`wallet-${wallet}`]),
    ],
    [
      "with a long history",
      anArchived(
        {},
        Array.from({ length: 30 }, () => `merchant-${crypto.randomUUID()}`),
      ),
    ],
    ["with more ids than have a mark", anArchived({ metadataJson: `{"ids":${ids},"again":${ids}}` })],
    [
      "with metadata as it was sent",
      anArchived({ metadataJson: '{ "n" : 1.0,\n\t"big":12345678901234567890, "\\u000e":"\\u001f" }' }),
    ],
    [
      "with every kind of character",
      anArchived({ description: "\n\tKäse \u000e 日本 🥐", metadataJson: '{"é":"🥐"}' }),
    ],
    ["with upper-case ids", anArchived({ description: crypto.randomUUID().toUpperCase() })],
    [
      "with refused refunds",
      anArchived({
        refundKey: "k",
        earlierRefundRefusals: [{ key: "a", refusal: "account_blocked" as never }],
      }),
    ],
  ])("is restored exactly: %s", (_, archived) => {
    for (const sample of ["", "unlike", sampleOf(archived), sampleOf(anArchived({ completedBy: wallet }))]) {
      expect(decodeRecord(encodeRecord(archived, sample), archived.intent, sample)).toEqual(archived);
    }
  });

  it("that was written without a sample is read with any", () => {
    const archived = anArchived();
    const record = encodeRecord(archived, NO_SAMPLE);
    for (const sample of [NO_SAMPLE, "unlike", sampleOf(archived)]) {
      expect(decodeRecord(record, archived.intent, sample)).toEqual(archived);
    }
  });

  it("is never read with another merchant's sample", () => {
    const archived = anArchived();
    const record = encodeRecord(archived, "one");
    expect(() => decodeRecord(record, archived.intent, "another")).toThrow();
  });

  it("has null for fields that its record is too old to have", () => {
    const archived = anArchived();
    const earlier = { ...archived.intent, paymentLedgerTxId: null };
    expect(decodeRecord(encodeRecord(archived, ""), archived.intent, "").intent).toEqual(earlier);
  });

  it("is not read in a later format", () => {
    expect(() => decodeRecord([2, 0], anIntent(), "")).toThrow("unknown format 2");
  });
});

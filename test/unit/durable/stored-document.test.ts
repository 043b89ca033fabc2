import { expect, it } from "vitest";
import { DOCUMENT_SCHEMA, newDocument } from "../../../src/durable/intent-document.ts";
import { type StoredDocument, upgrade } from "../../../src/durable/upgrade-document.ts";
import shapes from "../../fixtures/documents.json" with { type: "json" };
import { anIntent } from "../../support/intent.ts";

it.each(shapes)("gives a document $shape everything that today's documents have", ({ paid, paying }) => {
  for (const stored of [paid, paying] as unknown as StoredDocument[]) {
    const { intent, ...document } = upgrade(stored) ?? newDocument(anIntent());
    const { intent: newIntent, ...fresh } = newDocument(anIntent());
    expect(document).toEqual({ ...fresh, ...document, schema: DOCUMENT_SCHEMA, outbox: stored.outbox });
    expect({ ...newIntent, ...intent }).toEqual(intent);
    expect(intent).toMatchObject(stored.intent);
  }
});

it("keeps what is stored, in today's shape or with fields of a later release", () => {
  const document = {
    ...newDocument(anIntent({ fingerprint: "digest", refundKey: "key", version: 4 })),
    alarmAt: 7,
    drainFailures: 2,
    unfinishedSince: 3,
    receipts: ["a"],
  };
  expect(upgrade(document)).toEqual(document);
});

it("leaves a document alone whose schema is later", () => {
  const document = newDocument(anIntent());
  expect(upgrade({ ...document, schema: DOCUMENT_SCHEMA + 1 })).toBeNull();
  const { schema, ...first } = document;
  expect(upgrade(first)).toEqual(document);
});

// When a document's alarm is set: storage bills each time.

import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "../../../src/db/client.ts";
import { createPlaces } from "../../../src/db/places.ts";
import { DocumentStore } from "../../../src/durable/document-store.ts";
import { DOCUMENT_SCHEMA, type IntentDocument, newDocument } from "../../../src/durable/intent-document.ts";
import { type StoredDocument, upgrade } from "../../../src/durable/upgrade-document.ts";
import shapes from "../../fixtures/documents.json" with { type: "json" };
import { setClock } from "../../support/clock.ts";
import { anIntent, CREATED_AT, DEADLINE } from "../../support/intent.ts";

beforeEach(() => setClock(CREATED_AT));

async function setUp() {
  const stored = new Map<string, unknown>([["document", newDocument(anIntent())]]);
  const alarms: number[] = [];
  const storage = {
    kv: {
      get: (key: string) => stored.get(key),
      put: (key: string, value: unknown) => void stored.set(key, value),
    },
    transactionSync: (run: () => void) => run(),
    setAlarm: async (at: number) => void alarms.push(at),
    deleteAll: async () => stored.clear(),
  };
  const context = { id: { name: "intent-1" }, storage, waitUntil: () => {} };
  const openUnread = () => openDatabase({} as D1Database);
  const places = createPlaces(openUnread(), [], openUnread);
  const store = new DocumentStore(context as unknown as DurableObjectState, places);
  expect(await store.load()).toBe(true);
  const commit = () => {
    const document = store.document as IntentDocument;
    store.commit(document, document);
  };
  return { store, stored, alarms, commit };
}

it("a commit sets the alarm only when its time has changed", async () => {
  const { stored, alarms, commit } = await setUp();
  commit();
  commit();
  expect(alarms).toEqual([DEADLINE]);
  expect(stored.get("document")).toMatchObject({ alarmAt: DEADLINE });
});

it("the first commit after storage was emptied sets the alarm again", async () => {
  const { store, stored, alarms, commit } = await setUp();
  commit();
  await store.deleteStored(store.document as IntentDocument);
  expect(stored.size).toBe(0);
  expect(store.isStored).toBe(false);
  commit();
  expect(alarms).toEqual([DEADLINE, DEADLINE]);
  expect(stored.get("document")).toMatchObject({ alarmAt: DEADLINE });
});

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

// When a document's alarm is set, because storage bills each time, and which documents are used.

import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { DocumentStore } from "#core/durable/document-store.ts";
import { DOCUMENT_SCHEMA, type IntentDocument, newDocument } from "#core/durable/intent-document.ts";
import { createShards } from "#core/shards/shards.ts";
import { setClock } from "../../support/clock.ts";
import { muteLog } from "../../support/faults.ts";
import { anIntent, CREATED_AT, DEADLINE } from "../../support/intent.ts";

beforeEach(() => setClock(CREATED_AT));

function open(document: object) {
  const stored = new Map<string, unknown>([["document", document]]);
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
  const shards = createShards(openUnread(), [], openUnread);
  const store = new DocumentStore(context as unknown as DurableObjectState, shards);
  return { store, stored, alarms };
}

async function setUp() {
  const { store, stored, alarms } = open(newDocument(anIntent()));
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

it("an alarm that fires early and twice is set later by as much", async () => {
  const { store, alarms, commit } = await setUp();
  commit();
  setClock(DEADLINE - 5_000);
  for (const _ of [1, 2]) store.noteAlarm(store.document as IntentDocument);
  commit();
  expect(alarms).toEqual([DEADLINE, DEADLINE + 5_000]);
});

it("uses no document that a later release has stored", async () => {
  const { store, stored } = open({ ...newDocument(anIntent()), schema: DOCUMENT_SCHEMA + 1 });
  const lines = muteLog();
  expect(await store.load()).toBe(false);
  expect(store.document).toBeNull();
  expect(stored.get("document")).toMatchObject({ schema: DOCUMENT_SCHEMA + 1 });
  expect(lines.join()).toContain("document_too_new");
});

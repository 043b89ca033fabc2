// However many events an intent has, its document keeps far from the platform's limit, and none of them is lost.
import { expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { nextToPublish, sentIds, splitEvents, storeEvents } from "#core/durable/event-overflow.ts";
import {
  applyDecision,
  type IntentDocument,
  isPublished,
  newDocument,
  toBeProjectedAgain,
  withoutPublished,
} from "#core/durable/intent-document.ts";
import { anIntent, CREATED_AT, INTENT_BY_STATUS } from "../../support/intent.ts";
import { refund } from "../../support/intent-commands.ts";
import { assertStorable, storedBytes } from "../../support/platform-limits.ts";

const ACTOR = { client: "merchant-1", requestId: null };
const DECLINED = { outcome: "declined", reason: "insufficient_funds" } as const;

/** A paid intent in an object's storage, whose ledger refuses each refund. */
function open(metadataJson: string | null) {
  const stored = new Map<string, unknown>();
  const kv = {
    put(key: string, value: unknown) {
      assertStorable(key, value);
      stored.set(key, structuredClone(value));
    },
    list({ prefix = "", start = "", limit = Number.POSITIVE_INFINITY }) {
      const keys = [...stored.keys()].filter((key) => key.startsWith(prefix) && key >= start);
      return keys.slice(0, limit).map((key) => [key, stored.get(key)]);
    },
  } as unknown as DurableObjectStorage["kv"];
  let document = newDocument({ ...INTENT_BY_STATUS.completed, metadataJson });
  /** The size of the largest document so far. */
  let bytes = 0;
  /** What D1 has got, in order. */
  const published: IntentDocument["outbox"] = [];
  const commit = (next: IntentDocument) => {
    const split = splitEvents(next);
    storeEvents(kv, split.moved, next.intent);
    bytes = Math.max(bytes, storedBytes(JSON.stringify(split.document)));
    document = split.document;
  };
  const run = (command: Parameters<typeof decide>[1]) => {
    const decision = decide(document.intent, command, CREATED_AT + 60_000);
    const newId = () => crypto.randomUUID();
    commit(applyDecision(document, decision, ACTOR, { environment: "sandbox", newId }));
  };
  return {
    published,
    commit,
    document: () => document,
    bytes: () => bytes,
    keys: () => stored.size,
    sentIds: () => sentIds(kv, document),
    refuse() {
      run(refund);
      run({ type: "record_transfer_result", key: document.intent.operation?.key ?? "", result: DECLINED });
    },
    publish() {
      while (!isPublished(document)) {
        const next = nextToPublish(kv, document);
        published.push(...next.outbox);
        commit(withoutPublished(document, next, 0));
      }
    },
  };
}

const sequences = (events: readonly { sequence: number }[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const metadataOf = (size: number, character = "x") => JSON.stringify({ note: character.repeat(size) });

it.each([
  [2_000, "16 KB of metadata", metadataOf(16_370)],
  [200, "16 KB of metadata of which a character is not Latin-1", metadataOf(16_370).replace("xxx", "店")],
  [200, "no metadata", null],
])(
  "%d refused refunds leave the document small, and all events are kept, with %s",
  (times, _, metadataJson) => {
    const intent = open(metadataJson);
    for (let refused = 1; refused <= times; refused++) {
      intent.refuse();
      intent.publish();
    }
    expect(intent.bytes()).toBeLessThan(256_000);
    expect(sequences(intent.published)).toEqual(upTo(2 * times));
    expect(intent.sentIds()).toEqual(intent.published.map(({ id }) => id));

    const before = intent.published.splice(0);
    intent.commit(toBeProjectedAgain(intent.document()));
    intent.publish();
    expect(intent.published).toEqual(before);
    expect(intent.bytes()).toBeLessThan(256_000);
  },
);

it("what D1 does not take for long leaves the document small, and is published in order once it does", () => {
  const intent = open(metadataOf(16_000));
  intent.refuse();
  intent.publish();
  for (let refused = 1; refused <= 100; refused++) intent.refuse();
  expect(isPublished(intent.document())).toBe(false);
  intent.publish();
  expect(sequences(intent.published)).toEqual(upTo(202));
  intent.refuse();
  intent.publish();
  expect(sequences(intent.published)).toEqual(upTo(204));
  expect(intent.bytes()).toBeLessThan(256_000);
});

it("a publication that ends after its events have moved, or after D1 was restored, loses none", () => {
  const intent = open(metadataOf(16_000));
  intent.refuse();
  const early = intent.document();
  for (let refused = 1; refused <= 20; refused++) intent.refuse();
  intent.commit(withoutPublished(intent.document(), early, 0));
  intent.publish();
  expect(new Set(sequences(intent.published))).toEqual(new Set(upTo(42)));

  intent.published.splice(0);
  const late = intent.document();
  intent.commit(toBeProjectedAgain(late));
  intent.commit(withoutPublished(intent.document(), late, 0));
  intent.publish();
  expect(sequences(intent.published)).toEqual(upTo(42));
});

it("the events of a payment and its refund have no keys of their own, even with the largest metadata", () => {
  const intent = open(metadataOf(16_370));
  intent.refuse();
  expect(intent.document().outbox).toHaveLength(2);
  intent.publish();
  expect(intent.document().sent).toHaveLength(2);
  expect(intent.document()).not.toHaveProperty("overflow");
  expect(intent.keys()).toBe(0);
  expect(splitEvents(newDocument(anIntent())).moved).toEqual([]);
});

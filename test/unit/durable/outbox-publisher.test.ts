// What D1 and the queue are given of a document, and how often: they are written again only after a failure.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { type IntentDocument, newDocument } from "#core/durable/intent-document.ts";
import { DATABASE_TIMEOUT_MS } from "#core/durable/intent-reads.ts";
import { OutboxPublisher } from "#core/durable/outbox-publisher.ts";
import type { DeliveryMessage } from "#core/webhooks/message.ts";
import { anIntent, CREATED_AT, MERCHANT } from "../../support/intent.ts";

type Step = () => Promise<void>;

const EVENT_IDS = ["01999cf4-8a00-7000-8000-000000000001", "01999cf4-8a00-7000-8000-000000000002"];
const works: Step = async () => {};
const fails: Step = async () => {
  throw new Error("no response");
};

let log: string[];

beforeEach(() => {
  log = [];
  vi.spyOn(console, "error").mockImplementation((line) => void log.push(String(line)));
});

/** The second version of an intent with one event, or the third with two. */
function aDocument(events: 1 | 2): IntentDocument {
  const outbox = EVENT_IDS.slice(0, events).map((id, index) => ({
    id,
    type: "payment.completed" as const,
    sequence: index + 1,
    occurredAt: CREATED_AT,
    actor: "test",
    requestId: null,
    payload: "{}",
  }));
  return { ...newDocument(anIntent({ version: events + 1 })), outbox, projectedVersion: 1 };
}

/** D1, where every event has a webhook to deliver. Each batch and each send takes the next of its steps. */
function setUp(steps: { writes?: Step[]; sends?: Step[] }) {
  const seen = { writes: 0, sent: [] as string[], published: [] as IntentDocument[] };
  const background: Promise<void>[] = [];
  const rowsOf = (parameters: unknown[]) => {
    const id = EVENT_IDS.find((eventId) => parameters.includes(eventId));
    return id === undefined ? [] : [{ merchant_id: MERCHANT, id, next_attempt_at: CREATED_AT }];
  };
  const binding = {
    prepare: () => ({ bind: (...parameters: unknown[]) => parameters }),
    batch: async (statements: unknown[][]) => {
      seen.writes += 1;
      await (steps.writes?.shift() ?? works)();
      return statements.map((parameters) => ({ results: rowsOf(parameters) }));
    },
  };
  const webhooks = {
    sendBatch: async (messages: { body: DeliveryMessage }[]) => {
      seen.sent.push(...messages.map(({ body }) => body.eventId));
      await (steps.sends?.shift() ?? works)();
    },
  };
  const shard = openDatabase(binding as unknown as D1Database);
  const publish = new OutboxPublisher({
    shard: () => shard,
    webhooks: webhooks as unknown as Queue<DeliveryMessage>,
    walletEvents: {} as Queue,
    ledgerEvents: { send: works } as unknown as Queue,
    sender: { publicUrl: "https://pay.test", environment: "sandbox" },
    waitUntil: (work) => void background.push(work),
    onPublished: (document) => void seen.published.push(document),
  });
  /** Until everything has ended that goes on in the background. */
  const settle = async () => {
    for (let done = 0; done < background.length; ) {
      done = background.length;
      await Promise.all(background);
    }
  };
  return { publish, seen, settle };
}

function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { step: () => promise, release: resolve, fail: () => reject(new Error("no response")) };
}

/** Whatever could go on by now has done so. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a document", () => {
  it("that D1 and the queues have is not written", async () => {
    const { publish, seen } = setUp({});
    await publish.run(newDocument(anIntent()));
    expect(seen.writes).toBe(0);
  });

  it("is written once for two callers, who both wait for D1", async () => {
    const write = held();
    const { publish, seen, settle } = setUp({ writes: [write.step] });
    const document = aDocument(1);
    let returned = 0;
    const call = async () => {
      await publish.run(document);
      returned += 1;
    };
    const callers = [call(), call()];
    await pause();
    expect([seen.writes, returned]).toEqual([1, 0]);
    write.release();
    await Promise.all(callers);
    await settle();
    expect(seen).toEqual({ writes: 1, sent: EVENT_IDS.slice(0, 1), published: [document] });
  });

  it("is written again after D1 has failed", async () => {
    const { publish, seen, settle } = setUp({ writes: [fails] });
    const document = aDocument(1);
    await publish.run(document);
    await publish.run(document);
    await settle();
    expect(seen).toEqual({ writes: 2, sent: EVENT_IDS.slice(0, 1), published: [document] });
  });

  it("is written and queued again after the queue has failed", async () => {
    const { publish, seen, settle } = setUp({ sends: [fails] });
    const document = aDocument(1);
    for (let run = 0; run < 2; run++) {
      await publish.run(document);
      await settle();
    }
    const [id] = EVENT_IDS;
    expect(seen).toEqual({ writes: 2, sent: [id, id], published: [document] });
  });

  it("is not written again because an earlier state of it failed", async () => {
    const write = held();
    const { publish, seen } = setUp({ writes: [write.step] });
    const earlier = publish.run(aDocument(1));
    const document = aDocument(2);
    await publish.run(document);
    write.fail();
    await earlier;
    await publish.run(document);
    expect(seen.writes).toBe(2);
  });

  it("whose write came after its deadline is only logged when the queue then fails, too", async () => {
    vi.useFakeTimers();
    const write = held();
    const { publish, settle } = setUp({ writes: [write.step], sends: [fails] });
    const run = publish.run(aDocument(1));
    await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS);
    await run;
    write.release();
    await vi.advanceTimersByTimeAsync(0);
    await settle();
    const events = log.map((line) => JSON.parse(line).event);
    expect(events).toEqual(["projection_failed", "queue_send_failed"]);
  });
});

describe("an event that is being queued", () => {
  it("is not queued again for a later state of its document, which waits for it", async () => {
    const send = held();
    const { publish, seen, settle } = setUp({ sends: [send.step] });
    await publish.run(aDocument(1));
    await pause();
    await publish.run(aDocument(2));
    await pause();
    expect(seen).toMatchObject({ sent: EVENT_IDS, published: [] });
    send.release();
    await settle();
    expect(seen).toMatchObject({
      sent: EVENT_IDS,
      published: [{ intent: { version: 2 } }, { intent: { version: 3 } }],
    });
  });
});

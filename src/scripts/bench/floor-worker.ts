// The floor: the platform operations that the service's routes cannot avoid, and nothing else. No router, query
// builder, validation, token, decision, QR code, signature or log.
//
// create         reads the body; D1: 1 INSERT … SELECT … RETURNING
// read, public   one call of the intent's object, which touches its storage; D1: 1 SELECT, the first time
// list           D1: 1 SELECT of limit + 1 rows
// transition     one call of the intent's object. In it: storage read; D1: 1 SELECT; document and alarm written;
//                the embedded ledger's 3 calls of D1 (2 SELECTs, then 7 writes in a batch, then 1 SELECT); document written; D1: batch of
//                UPDATE and event. Behind the answer: 1 message to wallet-events, whose consumer INSERTs it; document
//                written; 10 s later an alarm that deletes everything
// webhooks       the queue's consumer, for each message, D1: 1 SELECT; when the batch is done 1 POST, D1: batch of 3
import { DurableObject } from "cloudflare:workers";
import { type Ask, prepareAsk } from "./ask-database.ts";
import { FAN_OUT, fanOut } from "./fan-out.ts";
import type { Statements } from "./statements.ts";

const PATHS = "/payment-intents";
const COLLECT_AFTER_MS = 10_000;

export interface FloorEnv {
  DB: D1Database;
  INTENTS: DurableObjectNamespace<FloorObject>;
  WEBHOOKS: Queue;
  WALLET_EVENTS: Queue;
  STATEMENTS: Statements;
}

type Floor = ReturnType<typeof prepareFloor>;
const floors = new WeakMap<D1Database, Floor>();

function floorOf(env: FloorEnv): Floor {
  const known = floors.get(env.DB);
  if (known !== undefined) return known;
  const prepared = prepareFloor(env);
  floors.set(env.DB, prepared);
  return prepared;
}

function prepareFloor({ DB, STATEMENTS }: FloorEnv) {
  const ask = (part: Parameters<typeof prepareAsk>[2]): Ask => prepareAsk(DB, STATEMENTS, part);
  return {
    create: ask("create"),
    list: ask("list"),
    hydrate: ask("hydrate"),
    ledger: ask("ledger"),
    project: ask("project"),
    walletEvent: ask("walletEvent"),
    findDelivery: ask("findDelivery"),
    recordDelivery: ask("recordDelivery"),
  };
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const id = /[0-9a-f-]{36}/.exec(pathname)?.[0];
    if (id !== undefined) {
      const object = env.INTENTS.getByName(id);
      const intent = pathname.endsWith("/confirm") ? await object.confirm(id) : await object.find(id);
      return Response.json({ success: true, payment_intent: intent });
    }
    if (!pathname.endsWith(PATHS)) {
      return pathname === FAN_OUT ? await fanOut(request, env) : Response.json({ success: true });
    }
    if (request.method === "GET") {
      return Response.json({ success: true, payment_intents: await floorOf(env).list() });
    }
    await request.json();
    const [intent] = await floorOf(env).create();
    return Response.json({ success: true, payment_intent: intent }, { status: 201 });
  },

  async queue(batch, env, ctx) {
    const { walletEvent, findDelivery } = floorOf(env);
    await Promise.all(
      batch.messages.map(async (message) => {
        if (batch.queue === "wallet-events") {
          await walletEvent();
        } else {
          const { eventId } = message.body as { eventId: string };
          const [delivery] = await findDelivery({ eventId });
          if (delivery !== undefined) ctx.waitUntil(deliver(env, eventId, delivery));
        }
        message.ack();
      }),
    );
  },
} satisfies ExportedHandler<FloorEnv>;

async function deliver(env: FloorEnv, eventId: string, delivery: Record<string, unknown>): Promise<void> {
  const headers = { "content-type": "application/json", "webhook-id": eventId };
  const response = await fetch(String(delivery.url), {
    method: "POST",
    headers,
    body: String(delivery.payload),
  });
  await response.text();
  await floorOf(env).recordDelivery({ eventId });
}

export class FloorObject extends DurableObject<FloorEnv> {
  #intent: Record<string, unknown> | undefined;

  async find(intentId: string): Promise<object | undefined> {
    await this.#ready(intentId);
    return this.#intent;
  }

  async confirm(intentId: string): Promise<object | undefined> {
    const { ledger, project } = floorOf(this.env);
    await this.#ready(intentId);
    this.#write();
    this.ctx.waitUntil(this.ctx.storage.setAlarm(Date.now() + COLLECT_AFTER_MS));
    await ledger({ intentId });
    this.#write();
    await project({ intentId });
    this.ctx.waitUntil(this.#publish());
    return this.#intent;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  async #ready(intentId: string): Promise<void> {
    this.ctx.storage.kv.get("document");
    this.#intent ??= (await floorOf(this.env).hydrate({ intentId }))[0];
  }

  async #publish(): Promise<void> {
    await this.env.WALLET_EVENTS.sendBatch([{ body: this.#intent }]);
    this.#write();
  }

  #write(): void {
    this.ctx.storage.kv.put("document", this.#intent);
  }
}

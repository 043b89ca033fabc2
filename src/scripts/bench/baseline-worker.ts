// The baseline: only the platform operations that the service's routes cannot avoid. It has no router, query
// builder, validation, token check, decision, QR code, signature or log.
//
// create         reads the body; D1: 1 INSERT … SELECT … RETURNING
// read, public   calls the intent's object, which reads its storage; D1: 1 SELECT on the first call
// list           D1: 1 SELECT of limit + 1 rows
// transition     calls the intent's object, which reads its storage; D1: 1 SELECT; writes document and alarm;
//                the embedded ledger's D1 calls: a batch of 2 SELECTs, a batch of 7 writes, 1 SELECT;
//                writes the document; D1: a batch of the UPDATE and the event. After the response: sends
//                1 message to wallet-events, whose consumer INSERTs it; writes the document; after 10 s an
//                alarm deletes everything
// webhooks       consumes the queue, for each message: D1: 1 SELECT; after the batch 1 POST; D1: a batch of 3
import { DurableObject } from "cloudflare:workers";
import { type CallsName, prepareCalls } from "./ask-database.ts";
import { FAN_OUT, fanOut } from "./fan-out.ts";
import type { Statements } from "./statements.ts";

const PATHS = "/payment-intents";
const COLLECT_AFTER_MS = 10_000;

export interface BaselineEnv {
  DB: D1Database;
  INTENTS: DurableObjectNamespace<BaselineObject>;
  WEBHOOKS: Queue;
  WALLET_EVENTS: Queue;
  STATEMENTS: Statements;
}

type Database = ReturnType<typeof prepareDatabase>;
const databases = new WeakMap<D1Database, Database>();

function databaseOf(env: BaselineEnv): Database {
  const known = databases.get(env.DB);
  if (known !== undefined) return known;
  const prepared = prepareDatabase(env);
  databases.set(env.DB, prepared);
  return prepared;
}

function prepareDatabase({ DB, STATEMENTS }: BaselineEnv) {
  const prepare = (name: CallsName) => prepareCalls(DB, STATEMENTS, name);
  return {
    create: prepare("create"),
    list: prepare("list"),
    hydrate: prepare("hydrate"),
    ledger: prepare("ledger"),
    project: prepare("project"),
    walletEvent: prepare("walletEvent"),
    findDelivery: prepare("findDelivery"),
    recordDelivery: prepare("recordDelivery"),
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
      return Response.json({ success: true, payment_intents: await databaseOf(env).list() });
    }
    await request.json();
    const [intent] = await databaseOf(env).create();
    return Response.json({ success: true, payment_intent: intent }, { status: 201 });
  },

  async queue(batch, env, ctx) {
    const { walletEvent, findDelivery } = databaseOf(env);
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
} satisfies ExportedHandler<BaselineEnv>;

async function deliver(env: BaselineEnv, eventId: string, delivery: Record<string, unknown>): Promise<void> {
  const headers = { "content-type": "application/json", "webhook-id": eventId };
  const response = await fetch(String(delivery.url), {
    method: "POST",
    headers,
    body: String(delivery.payload),
  });
  await response.text();
  await databaseOf(env).recordDelivery({ eventId });
}

export class BaselineObject extends DurableObject<BaselineEnv> {
  #intent: Record<string, unknown> | undefined;

  async find(intentId: string): Promise<object | undefined> {
    await this.#ready(intentId);
    return this.#intent;
  }

  async confirm(intentId: string): Promise<object | undefined> {
    const { ledger, project } = databaseOf(this.env);
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
    this.#intent ??= (await databaseOf(this.env).hydrate({ intentId }))[0];
  }

  async #publish(): Promise<void> {
    await this.env.WALLET_EVENTS.sendBatch([{ body: this.#intent }]);
    this.#write();
  }

  #write(): void {
    this.ctx.storage.kv.put("document", this.#intent);
  }
}

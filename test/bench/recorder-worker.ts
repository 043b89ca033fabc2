// The service, with every call of the platform noted: the baseline repeats these calls. Only for setting up, one request
// at a time; what is measured is the service's own bundle.
import service, { PaymentIntentObject as ServiceObject } from "../../src/index.ts";
import {
  HOLD_PATH,
  type Notes,
  type Param,
  type QueryMethod,
  RECORDING_PATH,
  type Recording,
  type Statement,
  type Step,
} from "./recording.ts";

type Note = (step: Step) => void;

const WEBHOOKS_QUEUE = "webhooks";
/** A message that is due later, such as the wake-up message of a refund, is noted and not sent: see entry.js. */
const AWAITED_SECONDS = 20;

let recording = emptyRecording();
let isHoldingWebhooks = false;
/** Messages that no consumer has had, and posts without a response. */
let underWay = 0;
/** The steps of the transaction that runs. It is never interrupted, so there is only one at a time. */
let transaction: Step[] | null = null;
const storages = new WeakSet<object>();

function emptyRecording(): Recording {
  return { recordedAt: Date.now(), worker: [], objects: [], queues: {} };
}

const noteWorker: Note = (step) => recording.worker.push(step);
const noteObject: Note = (step) => (transaction ?? recording.objects.at(-1))?.push(step);

const envs = new Map<string, Env>();

/** One per actor, as an isolate has one: what the service keeps for an environment must stay valid. */
function envFor(actor: string, env: Env, note: Note): Env {
  const known = envs.get(actor);
  if (known !== undefined) return known;
  const noted = notedEnv(env, note);
  envs.set(actor, noted);
  return noted;
}

function notedEnv(env: Env, note: Note): Env {
  const entries = Object.entries(env).map(([name, binding]) => [name, notedBinding(name, binding, note)]);
  return Object.fromEntries(entries) as Env;
}

function notedBinding(name: string, binding: unknown, note: Note): unknown {
  if (typeof binding !== "object" || binding === null) return binding;
  if (name === "DB") return notedDatabase(binding as D1Database, note);
  if ("getByName" in binding) return notedNamespace(binding as Env["PAYMENT_INTENTS"], note);
  if ("limit" in binding) return notedLimit(name, binding as RateLimit, note);
  if ("sendBatch" in binding) return notedQueue(name, binding as Queue, note);
  return binding;
}

interface NotedStatement extends Statement, Record<"all" | "run" | "raw", () => Promise<unknown>> {
  bound: D1PreparedStatement;
  bind(...values: unknown[]): NotedStatement;
}

function notedDatabase(db: D1Database, note: Note) {
  const wrap = (sql: string, values: unknown[], bound: D1PreparedStatement): NotedStatement => {
    const statement = { sql, params: values.map(noted) };
    const calling = <Result>(method: QueryMethod, call: () => Result) => {
      note({ kind: "query", method, statements: [statement] });
      return call();
    };
    return {
      ...statement,
      bound,
      bind: (...given: unknown[]) => wrap(sql, given, bound.bind(...given)),
      all: () => calling("all", () => bound.all()),
      run: () => calling("run", () => bound.run()),
      raw: () => calling("raw", () => bound.raw()),
    };
  };
  return {
    prepare: (sql: string) => wrap(sql, [], db.prepare(sql)),
    batch: (statements: NotedStatement[]) => {
      const shown = statements.map(({ sql, params }) => ({ sql, params }));
      note({ kind: "query", method: "batch", statements: shown });
      return db.batch(statements.map(({ bound }) => bound));
    },
  };
}

function noted(param: unknown): Param {
  if (param instanceof ArrayBuffer) return { bytes: new Uint8Array(param).toBase64() };
  if (param instanceof Uint8Array) return { bytes: param.toBase64() };
  return param as Param;
}

function notedLimit(binding: string, limit: RateLimit, note: Note) {
  return {
    limit: (options: { key: string }) => {
      note({ kind: "limit", binding, key: options.key });
      return limit.limit(options);
    },
  };
}

function notedNamespace(namespace: Env["PAYMENT_INTENTS"], note: Note) {
  return {
    getByName: (id: string) => {
      const stub = namespace.getByName(id) as unknown as ServiceObject;
      const calling = <Result>(call: () => Result): Result => {
        note({ kind: "object", call: recording.objects.push([]) - 1 });
        return call();
      };
      return {
        find: (...args: Parameters<ServiceObject["find"]>) => calling(() => stub.find(...args)),
        execute: (...args: Parameters<ServiceObject["execute"]>) => calling(() => stub.execute(...args)),
      };
    },
  };
}

function notedQueue(binding: string, queue: Queue, note: Note) {
  const isHeld = () => isHoldingWebhooks && binding === "WEBHOOKS";
  const sending = async (
    bodies: unknown[],
    { delaySeconds = 0 }: QueueSendOptions = {},
    send: () => Promise<unknown>,
  ) => {
    note({ kind: "send", binding, bodies, delaySeconds });
    if (isHeld() || delaySeconds > AWAITED_SECONDS) return;
    underWay += bodies.length;
    await send();
  };
  return {
    send: (body: unknown, options?: QueueSendOptions) =>
      sending([body], options, () => queue.send(body, options)),
    sendBatch: (messages: MessageSendRequest[], options?: QueueSendBatchOptions) =>
      sending(
        messages.map(({ body }) => body),
        options,
        () => queue.sendBatch(messages, options),
      ),
  };
}

/** The platform's own classes cannot be imitated, so their methods are replaced. */
function noteStorage({ storage }: DurableObjectState): void {
  const kv = storage.kv;
  const prototypes = { kv: Object.getPrototypeOf(kv), storage: Object.getPrototypeOf(storage) };
  if (storages.has(prototypes.kv)) return;
  storages.add(prototypes.kv);
  replace(prototypes.kv, "get", (key: string) => noteObject({ kind: "get", key }));
  replace(prototypes.kv, "put", (key: string, value: unknown) => noteObject({ kind: "put", key, value }));
  replace(prototypes.storage, "setAlarm", (at: number | null) => noteObject({ kind: "alarm", at }));
  noteTransactions(prototypes.storage);
}

function noteTransactions(
  prototype: Record<"transactionSync", DurableObjectStorage["transactionSync"]>,
): void {
  const { transactionSync } = prototype;
  prototype.transactionSync = function (this: DurableObjectStorage, run) {
    const steps: Step[] = [];
    noteObject({ kind: "transaction", steps });
    transaction = steps;
    try {
      return transactionSync.call(this, run) as ReturnType<typeof run>;
    } finally {
      transaction = null;
    }
  };
}

type Method = (this: unknown, ...args: never[]) => unknown;

function replace(prototype: Record<string, Method>, name: string, noting: (...args: never[]) => void): void {
  const method = prototype[name];
  if (method === undefined) throw new Error(`the storage has no method ${name}`);
  prototype[name] = function (this: unknown, ...args: never[]) {
    noting(...args);
    return method.apply(this, args);
  };
}

export class PaymentIntentObject extends ServiceObject {
  constructor(ctx: DurableObjectState, env: Env) {
    noteStorage(ctx);
    super(ctx, envFor("object", env, noteObject));
  }

  override async find(...args: Parameters<ServiceObject["find"]>) {
    return await finishing(noteObject, () => super.find(...args));
  }

  override async execute(...args: Parameters<ServiceObject["execute"]>) {
    return await finishing(noteObject, () => super.execute(...args));
  }
}

async function finishing<Result>(note: Note, work: () => Promise<Result> | Result): Promise<Result> {
  const result = await work();
  note({ kind: "done" });
  return result;
}

const noteQueue =
  (name: string): Note =>
  (step) => {
    recording.queues[name] = [...(recording.queues[name] ?? []), step];
  };

const send = globalThis.fetch;

/** Only webhooks are posted: everything else that the service calls is embedded. */
globalThis.fetch = async (input, init) => {
  const headers = Object.fromEntries(new Headers(init?.headers));
  noteQueue(WEBHOOKS_QUEUE)({ kind: "post", url: String(input), headers, body: String(init?.body) });
  underWay++;
  return await send(input, init).finally(() => underWay--);
};

// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === RECORDING_PATH) {
      if (request.method === "DELETE") recording = emptyRecording();
      return Response.json({ recording, underWay } satisfies Notes);
    }
    if (pathname === HOLD_PATH) {
      isHoldingWebhooks = request.method === "PUT";
      return new Response(null, { status: 204 });
    }
    const worker = envFor("worker", env, noteWorker);
    return await finishing(noteWorker, () => service.fetch(request, worker, ctx));
  },

  async queue(batch, env, ctx) {
    const note = noteQueue(batch.queue);
    const queue = envFor(batch.queue, env, note);
    await finishing(note, () => service.queue(batch, queue, ctx));
    underWay -= batch.messages.length;
  },
} satisfies ExportedHandler<Env>;

// The baseline: only the platform's part of each request. For a route it repeats the calls of the platform that the
// service made for one request of it (rate limits, D1 with the same SQL, the intent's object and its storage, queues,
// webhook posts), in the same order, and sends the same bytes. Ids and times in the parameters are those of the request.
//
// What it leaves out is what the service could do faster: routing, verifying tokens, validation, decisions, building
// statements, mapping rows, presenting, logging. An object returns the finished body as one text.
//
// It draws the QR code of an intent that it creates, as the service does: the recorded image names another intent.
//
// Cryptography counts as the platform's part where the request's result is impossible without it: the signature of an
// access token and the digest of the client's secret; the HMAC that makes an intent's id from an Idempotency-Key, and the
// digest that tells a different request under that key; the signature of a webhook.
import { DurableObject } from "cloudflare:workers";
import { bodyOf, type Ids, isNewer, textOf, timeOrderedId, UUID } from "./recorded-ids.ts";
import {
  type Param,
  type Plan,
  type QueryMethod,
  ROUTE_HEADER,
  type Statement,
  type Step,
} from "./recording.ts";

interface BaselineEnv extends Record<string, unknown> {
  PLANS: Record<string, Plan>;
  DB: D1Database;
  PAYMENT_INTENTS: DurableObjectNamespace<PaymentIntentObject>;
}

interface Place {
  env: BaselineEnv;
  route: string;
  ids: Ids;
  ctx: Pick<ExecutionContext, "waitUntil">;
  storage?: DurableObjectStorage;
  /** What the object returned: the response's body. */
  body?: string;
}

type Run = (place: Place) => unknown;
/** `after` runs in the background, when the caller has the result. */
type Actions = Record<"before" | "after", Run[]>;

interface Prepared {
  plan: Plan;
  headers: Headers;
  text: (ids: Ids) => string;
  worker: Actions;
  objects: Actions[];
  queues: Record<string, Actions>;
}

/** A number is a time if it is at most this much later than the recording. */
const TIMES_MS = 31 * 24 * 60 * 60_000;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const EXPONENT = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", ...EXPONENT };

/** By route, once per isolate. The Worker is called first, so the bindings are those of its environment. */
const prepared = new Map<string, Prepared>();
let hmacKey: CryptoKey | undefined;
let rsaKeys: CryptoKeyPair | undefined;
/** Of work in the background, which no response waits for: the next one reports it, and ends the run. */
let failure: unknown = null;

function inBackground({ ctx }: Place, work: Promise<unknown>): void {
  ctx.waitUntil(
    work.catch((error: unknown) => {
      failure = error;
    }),
  );
}

async function hmac(bytes: Uint8Array): Promise<Uint8Array> {
  hmacKey ??= (await crypto.subtle.generateKey(HMAC, false, ["sign"])) as CryptoKey;
  return new Uint8Array(await crypto.subtle.sign("HMAC", hmacKey, bytes));
}

async function signToken(bytes: Uint8Array): Promise<void> {
  rsaKeys ??= (await crypto.subtle.generateKey(RSA, false, ["sign"])) as CryptoKeyPair;
  await crypto.subtle.digest("SHA-256", bytes);
  await crypto.subtle.sign(RSA.name, rsaKeys.privateKey, bytes);
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  async fetch(request, env, ctx) {
    if (failure !== null) return new Response(String(failure), { status: 500 });
    const route = request.headers.get(ROUTE_HEADER);
    if (route === null) return new Response(null, { status: 204 });
    const { plan, headers, text, worker } = preparedFor(env, route);
    const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : null;
    const place: Place = { env, route, ids: {}, ctx };
    if (plan.subjectId !== null) place.ids[plan.subjectId] = await subjectOf(request);
    if (body !== null && request.headers.has("idempotency-key")) await crypto.subtle.digest("SHA-256", body);
    if (body !== null && request.url.endsWith("/token")) await signToken(body);
    await runAll(worker, place);
    const content = plan.body === "" ? null : (place.body ?? text(place.ids));
    return new Response(content, { status: plan.status, headers });
  },

  async queue(batch, env, ctx) {
    await Promise.all(
      batch.messages.map(async (message) => {
        const { route, ids } = message.body as Pick<Place, "route" | "ids">;
        const actions = preparedFor(env, route).queues[batch.queue];
        if (actions !== undefined) await runAll(actions, { env, route, ids: { ...ids }, ctx });
        message.ack();
      }),
    );
  },
} satisfies ExportedHandler<BaselineEnv>;

export class PaymentIntentObject extends DurableObject<BaselineEnv> {
  async run(route: string, call: number, ids: Ids): Promise<string> {
    const { objects, text } = preparedFor(this.env, route);
    const actions = objects[call];
    if (actions === undefined) throw new Error(`${route} has no call ${call}`);
    await runAll(actions, { env: this.env, route, ids, ctx: this.ctx, storage: this.ctx.storage });
    return text(ids);
  }

  /** Without one, no alarm could be set. */
  override alarm(): void {}
}

/** The id in the path, the one made from an Idempotency-Key, or a new one. */
async function subjectOf({ url, headers }: Request): Promise<string> {
  const inPath = url.match(UUID)?.[0];
  if (inPath !== undefined) return inPath;
  const key = headers.get("idempotency-key");
  if (key === null) return timeOrderedId();
  const hex = (await hmac(new TextEncoder().encode(key))).toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function runAll({ before, after }: Actions, place: Place): Promise<void> {
  for (const run of before) await run(place);
  if (after.length > 0) inBackground(place, runAll({ before: after, after: [] }, place));
}

function preparedFor(env: BaselineEnv, route: string): Prepared {
  const known = prepared.get(route);
  if (known !== undefined) return known;
  const plan = env.PLANS[route];
  if (plan === undefined) throw new Error(`the header ${ROUTE_HEADER} names no route`);
  const actions = (steps: Step[]): Actions => {
    const runs = (part: Step[]) => part.flatMap((step) => actionFor(step, plan, env) ?? []);
    const done = steps.findIndex(({ kind }) => kind === "done");
    if (steps.filter(({ kind }) => kind === "done").length !== 1)
      throw new Error(`${route} ends a call twice`);
    return { before: runs(steps.slice(0, done)), after: runs(steps.slice(done)) };
  };
  const queues = Object.entries(plan.queues).map(([name, steps]) => [name, actions(steps)]);
  const made: Prepared = {
    plan,
    headers: new Headers(plan.headers),
    text: bodyOf(plan),
    worker: actions(plan.worker),
    objects: plan.objects.map(actions),
    queues: Object.fromEntries(queues),
  };
  prepared.set(route, made);
  return made;
}

function actionFor(step: Step, plan: Plan, env: BaselineEnv): Run | null {
  switch (step.kind) {
    case "limit": {
      const limit = env[step.binding] as RateLimit;
      return () => limit.limit({ key: step.key });
    }
    case "query":
      return queryOf(env.DB, step.method, step.statements, plan);
    case "object":
      return async (place) => {
        const object = env.PAYMENT_INTENTS.getByName(place.ids[plan.subjectId ?? ""] ?? "");
        place.body = await object.run(place.route, step.call, place.ids);
      };
    case "get":
      return ({ storage }) => storage?.kv.get(step.key);
    case "put":
      return ({ storage }) => storage?.kv.put(step.key, step.value);
    case "alarm": {
      const delay = (step.at ?? 0) - plan.recordedAt;
      return (place) => {
        const { storage } = place;
        if (storage === undefined) return;
        inBackground(place, step.at === null ? storage.deleteAlarm() : storage.setAlarm(Date.now() + delay));
      };
    }
    case "transaction": {
      const runs = step.steps.flatMap((inner) => actionFor(inner, plan, env) ?? []);
      return (place) =>
        place.storage?.transactionSync(() => {
          for (const run of runs) run(place);
        });
    }
    case "send": {
      const queue = env[step.binding] as Queue;
      const { bodies, delaySeconds } = step;
      return ({ route, ids }) =>
        queue.sendBatch(bodies.map((body) => ({ body: { route, ids, body }, delaySeconds })));
    }
    case "post": {
      const body = textOf(step.body, (id) => id === plan.subjectId);
      return async ({ ids }) => {
        const text = body(ids);
        await hmac(new TextEncoder().encode(text));
        const { headers, url } = step;
        const response = await fetch(url, { method: "POST", headers, body: text, redirect: "manual" });
        await response.text();
      };
    }
    case "done":
      return null;
  }
}

function queryOf(db: D1Database, method: QueryMethod, statements: Statement[], plan: Plan): Run {
  const bound = statements.map(({ sql, params }) => {
    const statement = db.prepare(sql);
    const values = params.map((param) => valueFor(param, plan));
    return (now: number, ids: Ids) => statement.bind(...values.map((value) => value(now, ids)));
  });
  return ({ ids }) => {
    const now = Date.now();
    const [single, ...others] = bound.map((bind) => bind(now, ids));
    if (single === undefined) return null;
    return method === "batch" ? db.batch([single, ...others]) : single[method]();
  };
}

function valueFor(param: Param, { recordedAt, subjectId }: Plan): (now: number, ids: Ids) => unknown {
  if (typeof param === "number") {
    const isTime = param >= recordedAt && param < recordedAt + TIMES_MS;
    return isTime ? (now) => now + param - recordedAt : () => param;
  }
  if (param !== null && typeof param === "object") {
    const bytes = Uint8Array.fromBase64(param.bytes);
    return () => bytes;
  }
  if (param === null || param.search(UUID) === -1) return () => param;
  const text = textOf(param, (id) => id === subjectId || isNewer(id, recordedAt));
  return (_now, ids) => text(ids);
}

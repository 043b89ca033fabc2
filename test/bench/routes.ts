// The measured routes and their goals: the service's rate as a share of the baseline's.
import { issuerUrl, tokenUrl } from "../../src/domain/realm.ts";
import { formatCursor } from "../../src/wire/shared/cursor.ts";
import type { RequestShape } from "./requests.ts";
import { INTENTS, ORDER, type Scene, storeCopies, TRADERS, WALLET_INTENTS } from "./scene.ts";

export interface Traffic {
  /** Used in turn. */
  shapes: readonly RequestShape[];
  /** For {id}. Of a sample, every request gets a copy of its own. */
  ids?: readonly string[] | { copiesOf: string };
}

/** The same kind of intents for recording, comparing and measuring: an intent's past decides what its object does. */
export async function idsFor(
  db: D1Database,
  { ids = [] }: Traffic,
  copies: number,
): Promise<readonly string[]> {
  return "copiesOf" in ids ? await storeCopies(db, ids.copiesOf, copies) : ids;
}

export interface Route {
  name: string;
  /** Null where none was set. */
  goal: number | null;
  clients: number;
  /** How long work continues after a response before the process is idle again. */
  settleMs: number;
  /** Of one side. */
  roundMs: number;
  /** Of each side, before the first round. */
  warmUpResponses: number;
  /** Whether the baseline, too, draws the QR code of an intent that it creates, or sends a recorded image. */
  isCodeDrawn: boolean;
  /** Null for the webhooks: nobody requests them. */
  traffic: ((scene: Scene) => Traffic) | null;
}

const CLIENTS = 16;
const PUBLIC_INTENTS = "/merchant/api/v1/public/payment-intents";
const ADDRESS = { "CF-Connecting-IP": "192.0.2.7" };
export const WARM_UP_RESPONSES = 3_000;
const TRANSITION_SETTLES_MS = 300;
/**
 * What follows one response should slow down others of the same round. The ratios of rounds of 0.4 s scattered by 0.17, of
 * 1.2 s by 0.10, and of 2.5 s by 0.08.
 */
const TRANSITION_ROUND_MS = 1_200;
/** Confirms became no faster after the first 300. */
const TRANSITION_WARM_UP_RESPONSES = 2_000;
/** For responses that take up to 2 ms, and for all others. */
const ROUND_MS = 30;
const SHORT_ROUND_MS = 10;
/** The embedded ledger settles a refund after two seconds. */
const REFUND_SETTLES_MS = 2_600;

const SHORT = { roundMs: SHORT_ROUND_MS };
const TRANSITION = {
  settleMs: TRANSITION_SETTLES_MS,
  roundMs: TRANSITION_ROUND_MS,
  warmUpResponses: TRANSITION_WARM_UP_RESPONSES,
};

const create = { method: "POST", path: INTENTS, body: json(ORDER), status: 201 } as const;

export function createBy(caller: RequestShape["caller"]): RequestShape {
  return { ...create, caller };
}

const publicRead: RequestShape = {
  ...{ method: "GET", path: `${PUBLIC_INTENTS}/{id}`, caller: null, status: 200 },
  headers: ADDRESS,
};

/** `listed` are the numbers of intents that the lists are read from. */
export function routesFor(listed: readonly number[]): Route[] {
  return [
    route("empty", 0.85, () => ({ shapes: [preflight] }), SHORT),
    route("token", null, (scene) => ({ shapes: [tokenRequest(scene)] })),
    route("create", 0.85, ({ shop }) => ({ shapes: [createBy(shop)] })),
    route("create-undrawn", null, ({ shop }) => ({ shapes: [createBy(shop)] }), { isCodeDrawn: false }),
    route("create-keyed", 0.85, ({ shop }) => ({
      shapes: [{ ...createBy(shop), headers: { "Idempotency-Key": "{n}" } }],
    })),
    route("create-50-merchants", 0.85, ({ traders }) => ({ shapes: traders.map(createBy) }), {
      clients: TRADERS,
    }),
    route("read", 0.8, (scene) => ({ shapes: [merchantRead(scene)], ids: scene.readIds }), SHORT),
    route(
      "read-304",
      0.8,
      (scene) => ({
        shapes: [{ ...merchantRead(scene), headers: { "If-None-Match": scene.etag }, status: 304 }],
        ids: scene.readIds,
      }),
      SHORT,
    ),
    route("read-public", 0.8, ({ readIds }) => ({ shapes: [publicRead], ids: readIds }), SHORT),
    route("read-hot", 0.8, ({ readIds }) => ({ shapes: [publicRead], ids: readIds.slice(0, 1) }), {
      ...SHORT,
      clients: 32,
    }),
    ...listed.flatMap(listRoutes),
    transition("confirm", ({ wallet, samples }) => ({
      shapes: [post(`${WALLET_INTENTS}/{id}/confirm`, wallet)],
      ids: { copiesOf: samples.pending },
    })),
    transition("cancel", ({ shop, samples }) => ({
      shapes: [post(`${INTENTS}/{id}/cancel`, shop)],
      ids: { copiesOf: samples.pending },
    })),
    transition(
      "refund",
      ({ shop, samples }) => ({
        shapes: [post(`${INTENTS}/{id}/refund`, shop)],
        ids: { copiesOf: samples.completed },
      }),
      { ...TRANSITION, settleMs: REFUND_SETTLES_MS },
    ),
    route("transactions", null, ({ historic }) => ({
      shapes: [readBy(historic, "/merchant/api/v1/transactions?page=1&limit=20")],
    })),
    route("webhooks", 0.8, null, TRANSITION),
  ];
}

function route(
  name: string,
  goal: number | null,
  traffic: Route["traffic"],
  options: Partial<Pick<Route, "clients" | "settleMs" | "roundMs" | "warmUpResponses" | "isCodeDrawn">> = {},
): Route {
  const pace = { settleMs: 0, roundMs: ROUND_MS, warmUpResponses: WARM_UP_RESPONSES };
  const usual = { clients: CLIENTS, isCodeDrawn: true, ...pace };
  return { name, goal, traffic, ...usual, ...options };
}

function transition(name: string, traffic: Route["traffic"], options = TRANSITION): Route {
  return route(name, 0.85, traffic, options);
}

/** A CORS preflight: it passes the middleware that every request passes, and does nothing else. */
const preflight: RequestShape = {
  ...{ method: "OPTIONS", path: `${PUBLIC_INTENTS}/any`, caller: null, status: 204 },
  headers: { Origin: "https://shop.example.com", "Access-Control-Request-Method": "GET" },
};

function tokenRequest({ shop }: Scene): RequestShape {
  const { client_id, client_secret } = shop.credentials;
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const body = { type: "application/x-www-form-urlencoded", text: String(form) };
  return { method: "POST", path: tokenUrl(issuerUrl("")), caller: null, headers: ADDRESS, body, status: 200 };
}

function merchantRead({ shop }: Scene): RequestShape {
  return readBy(shop, `${INTENTS}/{id}`);
}

function listRoutes(size: number): Route[] {
  const name = `list-${size}`;
  const of = (queries: (middle: number, counterId: string) => string[]) => (scene: Scene) => {
    const caller = scene.listed.get(size);
    if (caller === undefined) throw new Error(`no merchant has ${size} intents`);
    // Intents are a second apart.
    const middle = scene.storedAt - (size / 2) * 1000;
    return {
      shapes: queries(middle, caller.counterId).map((query) =>
        readBy(caller, `${INTENTS}?limit=20&${query}`),
      ),
    };
  };
  const cursor = (createdAt: number) =>
    formatCursor({ createdAt, id: "00000000-0000-7000-8000-000000000000" });
  const time = (at: number) => new Date(at).toISOString();
  const filters = (middle: number, counterId: string) => [
    "status=cancelled",
    `counter_id=${counterId}`,
    "reference=order-501",
    `created_from=${time(middle - 600_000)}&created_to=${time(middle)}`,
  ];
  return [
    route(
      name,
      0.85,
      of(() => ["page=1"]),
    ),
    route(
      `${name}-cursor`,
      0.85,
      of((middle) => [`cursor=${cursor(middle)}`]),
    ),
    route(`${name}-filters`, 0.85, of(filters)),
  ];
}

export function readBy(caller: RequestShape["caller"], path: string): RequestShape {
  return { method: "GET", path, caller, status: 200 };
}

function post(path: string, caller: RequestShape["caller"]): RequestShape {
  return { method: "POST", path, caller, status: 200 };
}

function json(body: object): NonNullable<RequestShape["body"]> {
  return { type: "application/json", text: JSON.stringify(body) };
}

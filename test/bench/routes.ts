// What is measured. Each route rotates over as many intents or pages as it says, so that no cache of an isolate can hold them.
import { issuerUrl, tokenUrl } from "#core/domain/identity-provider/realm.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { FEW, INTENTS, ORDER, type Participant, type Scene, WALLET_INTENTS } from "./scene.ts";

export interface Route {
  name: string;
  method: "GET" | "POST" | "OPTIONS";
  status: number;
  caller?: Participant;
  headers?: Record<string, string>;
  body?: string;
  /** Used in turn. A function makes them for this many requests, each of which uses up an intent. */
  paths: readonly string[] | { copiesOf: string; path(id: string): string };
  /** Whether each request has an `Idempotency-Key` of its own. */
  isKeyed?: boolean;
  /** How long work continues after a response. */
  settlesWithinMs?: number;
}

const PUBLIC_INTENTS = "/merchant/api/v1/public/payment-intents";
const ADDRESS = { "CF-Connecting-IP": "192.0.2.7" };
/** The embedded ledger settles a refund after two seconds. */
const REFUND_SETTLES_MS = 2_600;
const WEBHOOK_SETTLES_MS = 300;

export function routesOf(scene: Scene): Route[] {
  const { shop, wallet, historic, mixed, waiting, readIds, samples } = scene;
  const { client_id, client_secret } = shop;
  const get = { method: "GET", status: 200 } as const;
  const post = { method: "POST", status: 200 } as const;
  const reads = { ...get, caller: shop, paths: readIds.map((id) => `${INTENTS}/${id}`) };
  const publicReads = { ...get, headers: ADDRESS, paths: readIds.map((id) => `${PUBLIC_INTENTS}/${id}`) };
  const create = { ...post, status: 201, caller: shop, body: JSON.stringify(ORDER), paths: [INTENTS] };
  const confirm = { ...post, caller: wallet, settlesWithinMs: WEBHOOK_SETTLES_MS };
  const confirmPath = (id: string) => `${WALLET_INTENTS}/${id}/confirm`;
  return [
    {
      ...{ name: "preflight", method: "OPTIONS", status: 204, paths: [`${PUBLIC_INTENTS}/any`] },
      headers: { Origin: "https://shop.example.com", "Access-Control-Request-Method": "GET" },
    },
    {
      ...{ ...post, name: "token", paths: [tokenUrl(issuerUrl(""))] },
      headers: { ...ADDRESS, "content-type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret })),
    },
    { ...create, name: "create" },
    { ...create, name: "create-keyed", isKeyed: true },
    { ...reads, name: "read-50", paths: reads.paths.slice(0, FEW) },
    { ...reads, name: "read" },
    { ...publicReads, name: "read-public-50", paths: publicReads.paths.slice(0, FEW) },
    { ...publicReads, name: "read-public" },
    { ...get, name: "list", caller: mixed, paths: pagesOf(scene) },
    { ...get, name: "list-pending", caller: waiting, paths: pagesOf(scene) },
    // What the dashboard asks for each time: the codes of the newest intents have been drawn before.
    { ...get, name: "list-pending-newest", caller: waiting, paths: [`${INTENTS}?limit=20`] },
    { ...get, name: "transactions", caller: historic, paths: ["/merchant/api/v1/transactions?limit=20"] },
    { ...confirm, name: "confirm", paths: { copiesOf: samples.pending, path: confirmPath } },
    { ...confirm, name: "confirm-webhook", paths: { copiesOf: samples.notified, path: confirmPath } },
    {
      ...{ ...post, name: "cancel", caller: shop, settlesWithinMs: WEBHOOK_SETTLES_MS },
      paths: { copiesOf: samples.pending, path: (id) => `${INTENTS}/${id}/cancel` },
    },
    {
      ...{ ...post, name: "refund", caller: shop, settlesWithinMs: REFUND_SETTLES_MS },
      paths: { copiesOf: samples.completed, path: (id) => `${INTENTS}/${id}/refund` },
    },
  ];
}

/** Every page of 20 of a list, by cursor. */
function pagesOf({ listedAt, listed }: Scene): string[] {
  return Array.from({ length: listed / 20 - 1 }, (_, page) => {
    const position = { createdAt: listedAt - page * 20_000, id: "00000000-0000-7000-8000-000000000000" };
    return `${INTENTS}?limit=20&cursor=${listCursor.format(position)}`;
  });
}

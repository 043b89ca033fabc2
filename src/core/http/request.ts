// What routes read from a request besides its validated body and query.

import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Actor } from "#core/domain/audit/actor.ts";
import { actorKindOf, personOf } from "#core/domain/audit/audit-trail.ts";
import { addRows } from "#core/domain/open-list.ts";
import { addressKey } from "#core/lib/address-key.ts";
import type { MerchantActor, PublicActor, UncheckedActor, WalletActor } from "#core/services/actor.ts";
import { parseId } from "#core/wire/shared/fields.ts";
import type { AppEnv } from "./app-env.ts";
import { withMetadata } from "./describe.ts";
import { invalid } from "./errors.ts";
import { type Refusal, refusalError } from "./refusals.ts";
import { misspeltHeaders } from "./warnings.ts";

const IDEMPOTENCY_KEY = "Idempotency-Key";

declare global {
  /** The ids in the parts' paths. */
  interface PartPathIds {}
}

const CORE_UNKNOWN_IDS = {
  intentID: "not_found",
  counterID: "counter_not_found",
  tillID: "till_not_found",
  deliveryID: "delivery_not_found",
  userID: "user_not_found",
  merchantID: "merchant_not_found",
  entryID: "audit_entry_not_found",
  walletID: "wallet_not_found",
} as const satisfies Record<string, Refusal>;

export type PathIdName = keyof typeof CORE_UNKNOWN_IDS | keyof PartPathIds;

/** The ids in paths, each with the refusal of one that is unknown. Those of parts come by `addPathIds`. */
export const UNKNOWN_IDS = { ...CORE_UNKNOWN_IDS } as Record<PathIdName, Refusal>;

/** Called once, where the parts are composed. */
export function addPathIds(ofParts: Record<keyof PartPathIds, Refusal>): void {
  addRows(UNKNOWN_IDS, ofParts);
}

/** An id in the path. What is not a UUID is refused as an unknown id. */
export function pathId(c: Context, name: PathIdName, refusal: Refusal = UNKNOWN_IDS[name]): string {
  const id = parseId(c.req.param(name) ?? "");
  if (id === null) throw refusalError(refusal);
  return id;
}

/** Reads the request's idempotency key. Throws a 400 for one that is empty, too long, or not visible ASCII. */
export const idempotency = withMetadata(
  { isIdempotent: true },
  createMiddleware<AppEnv>(async (c, next) => {
    const key = c.req.header(IDEMPOTENCY_KEY) ?? null;
    if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalid([{ field: IDEMPOTENCY_KEY, message: "must have 1 to 255 visible ASCII characters" }]);
    }
    c.set("idempotencyKey", key);
    if (key === null) c.set("misspeltHeaders", misspeltHeaders(c.req.raw.headers, IDEMPOTENCY_KEY));
    await next();
  }),
);

/** Does as `idempotency`, and refuses a request without a key as well: nobody may move money twice by repeating it. */
export const requiredIdempotency = withMetadata(
  { isKeyRequired: true },
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.header(IDEMPOTENCY_KEY) === undefined)
      throw invalid([
        { field: IDEMPOTENCY_KEY, message: "is required" },
        ...misspeltHeaders(c.req.raw.headers, IDEMPOTENCY_KEY),
      ]);
    return await idempotency(c, next);
  }),
);

/** Serves routes behind `asMerchant`. */
export function merchantActor(c: Context<AppEnv>): MerchantActor {
  return {
    merchantId: c.get("merchantId"),
    counterId: c.get("identity").counterId,
    actor: actorOf(c),
    defer: (work) => c.executionCtx.waitUntil(work),
  };
}

/** Serves routes whose guard leaves the restrictions to the intent's object: from then on, the object refuses. */
export function uncheckedActor(c: Context<AppEnv>): UncheckedActor {
  const check = c.get("restrictionsCheck");
  if (check === undefined) throw new Error("the guard has checked the caller");
  c.set("restrictionsCheck", undefined);
  return { ...merchantActor(c), check };
}

/** Serves routes behind `asCustomer`. */
export function walletActor(c: Context<AppEnv>): WalletActor {
  return {
    walletId: c.get("walletId"),
    actor: actorOf(c),
    defer: (work) => c.executionCtx.waitUntil(work),
  };
}

/** Serves routes that need no token. */
export function publicActor(c: Context<AppEnv>): PublicActor {
  return { address: addressKeyOf(c), defer: (work) => c.executionCtx.waitUntil(work) };
}

export function actorOf(c: Context<AppEnv>): Actor {
  const identity = c.get("identity");
  const origin = {
    kind: actorKindOf(identity),
    subject: identity.subject,
    addressKey: addressKeyOf(c),
  };
  const person = personOf(identity);
  const actor = { client: identity.clientId, requestId: c.get("requestId"), origin };
  return person === null ? actor : { ...actor, person };
}

/** The cause of what anyone may do without a token. */
export function strangerActor(c: Context<AppEnv>): Actor {
  const origin = { kind: "unknown", subject: null, addressKey: addressKeyOf(c) } as const;
  return { client: "unknown", requestId: c.get("requestId"), origin };
}

/** The caller's network address, as it is counted. Only the platform can set these headers. */
export function addressKeyOf(c: Context): string {
  const address = c.req.header("CF-Connecting-IP") ?? "unknown";
  return addressKey(address, c.req.header("CF-Worker") ?? null);
}

// An idempotency key is not stored: the intent's id is derived from it, and ids are unique.

import { v7 as newId } from "uuid";
import { derivedUuid } from "../lib/derived-uuid.ts";
import type { MerchantCaller } from "./caller.ts";

type Operation = "create" | "scan" | "refund";

/** A new time-ordered id without a key; with one, always the same UUIDv8 for this client, operation and key. */
export async function intentIdFor(
  caller: MerchantCaller,
  operation: Operation,
  key: string | null,
  now: number,
): Promise<string> {
  if (key === null) return newId({ msecs: now });
  return derivedUuid(await sha256([caller.merchantId, caller.cause.actor, operation, key]));
}

/** A refund's key, bound to client and intent; null without a key. */
export async function refundKeyFor(
  caller: MerchantCaller,
  intentId: string,
  key: string | null,
): Promise<string | null> {
  return key === null ? null : (await sha256(["refund", caller.cause.actor, intentId, key])).toHex();
}

/** JSON separates the parts, so that different lists of parts never have the same text. */
async function sha256(parts: unknown[]): Promise<Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(parts));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text));
}

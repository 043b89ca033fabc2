// An idempotency key is not stored anywhere: the intent's id follows from it, and the row has one id.

import { v7 as newId } from "uuid";
import { derivedUuid } from "../lib/derived-uuid.ts";
import type { MerchantCaller } from "./caller.ts";

type Operation = "create" | "scan" | "refund";

/** Without a key a new id, time-ordered; with a key the same UUIDv8 every time, for this client and operation. */
export async function intentIdFor(
  caller: MerchantCaller,
  operation: Operation,
  key: string | null,
  now: number,
): Promise<string> {
  if (key === null) return newId({ msecs: now });
  return derivedUuid(await sha256([caller.merchantId, caller.cause.actor, operation, key]));
}

/** What tells a repeated request from another one under the same key. */
export async function fingerprintOf(operation: Operation, input: object): Promise<string> {
  return (await sha256([operation, input])).toHex();
}

/** A refund's key, bound to client and intent; null without one. */
export async function refundKeyFor(
  caller: MerchantCaller,
  intentId: string,
  key: string | null,
): Promise<string | null> {
  return key === null ? null : (await sha256(["refund", caller.cause.actor, intentId, key])).toHex();
}

/** JSON keeps the parts apart, so that no two lists of parts have the same text. */
async function sha256(parts: unknown[]): Promise<Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(parts));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text));
}

// An idempotency key is not stored: the intent's id is derived from it, and ids are unique.

import { v7 as newId } from "uuid";
import type { Actor } from "#core/domain/audit/actor.ts";
import {
  NO_REFUND_TEXTS,
  type RefundTexts,
  refundTextsOf,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { Cells } from "#core/domain/shards/cells.ts";
import { digitsAt, placedId, slottedId } from "#core/domain/shards/shard-ids.ts";
import { derivedUuid } from "#core/lib/derived-uuid.ts";
import { hmacOf } from "#core/lib/hmac.ts";
import { sha256 } from "#core/lib/secrets.ts";
import { utf8 } from "#core/lib/utf8.ts";
import type { MerchantActor } from "#core/services/actor.ts";

type Operation = "create" | "scan" | "refund";

/**
 * A new time-ordered id without a key; with one, always the same UUIDv8 for this client, operation and key, whatever cells
 * there are. Anyone may read an intent whose id they know, and keys can be guessed, so the id depends on a secret.
 */
export async function intentIdFor(
  caller: MerchantActor,
  operation: Operation,
  key: string | null,
  { secret, cells, now }: { secret: string; cells: Cells; now: number },
): Promise<string> {
  if (key === null) {
    const id = newId({ msecs: now });
    const digits = digitsAt(caller.merchantId, cells, now);
    return placedId(id, { id, merchantId: caller.merchantId }, digits);
  }
  const mac = await hmacOf(secret, bytesOf([caller.merchantId, caller.actor.client, operation, key]));
  return slottedId(derivedUuid(mac), caller.merchantId);
}

/**
 * A refund's key, bound to client and intent, with a digest of the refund's texts behind it where there are any; null without
 * a key. It is stored and never shown, so it needs no secret.
 */
export async function refundKeyFor(
  { client }: Actor,
  intentId: string,
  key: string | null,
  given: RefundTexts = NO_REFUND_TEXTS,
): Promise<string | null> {
  if (key === null) return null;
  const digest = (await sha256(bytesOf(["refund", client, intentId, key]))).toHex();
  const texts = refundTextsOf(given);
  if (texts === null) return digest;
  return `${digest}:${(await sha256(bytesOf([texts.refundReference, texts.refundReason]))).toHex()}`;
}

/** JSON separates the parts, so that different lists of parts never have the same text. */
function bytesOf(parts: (string | null)[]): Uint8Array {
  return utf8(JSON.stringify(parts));
}

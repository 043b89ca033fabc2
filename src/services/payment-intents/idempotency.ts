// An idempotency key is not stored: the intent's id is derived from it, and ids are unique.

import { v7 as newId } from "uuid";
import type { Cells } from "../../domain/cells.ts";
import type { IntentToInsert } from "../../domain/payment-intent.ts";
import { digitsAt, placedId, slottedId } from "../../domain/placed-id.ts";
import { derivedUuid } from "../../lib/derived-uuid.ts";
import { hmacOf } from "../../lib/hmac.ts";
import { sha256 } from "../../lib/secrets.ts";
import { utf8 } from "../../lib/utf8.ts";
import type { MerchantCaller } from "../caller.ts";

type Operation = "create" | "scan" | "refund";

export interface IntentIds {
  id: string;
  /** See IntentToInsert; none without a key. */
  otherIds: IntentToInsert["otherIds"];
}

/**
 * A new time-ordered id without a key; with one, always the same UUIDv8 for this client, operation and key. Anyone may
 * read an intent whose id they know, and keys can be guessed, so the id depends on a secret. Earlier releases used the
 * plain digest. While cells are introduced, Workers with and without them look for each other's ids.
 */
export async function intentIdsFor(
  caller: MerchantCaller,
  operation: Operation,
  key: string | null,
  { secret, cells, now }: { secret: string; cells: Cells; now: number },
): Promise<IntentIds> {
  if (key === null) {
    const id = newId({ msecs: now });
    const digits = digitsAt(caller.merchantId, cells, now);
    return { id: placedId(id, { id, merchantId: caller.merchantId }, digits), otherIds: [] };
  }
  const parts = bytesOf([caller.merchantId, caller.cause.actor, operation, key]);
  const [mac, digest] = await Promise.all([hmacOf(secret, parts), sha256(parts)]);
  const [plain, derived] = [derivedUuid(digest), derivedUuid(mac)];
  const slotted = slottedId(derived, caller.merchantId);
  const [id, other] = cells.length === 0 ? [derived, slotted] : [slotted, derived];
  return { id, otherIds: [plain, other] };
}

/** A refund's key, bound to client and intent; null without a key. It is stored and never shown, so it needs no secret. */
export async function refundKeyFor(
  caller: Pick<MerchantCaller, "cause">,
  intentId: string,
  key: string | null,
): Promise<string | null> {
  if (key === null) return null;
  return (await sha256(bytesOf(["refund", caller.cause.actor, intentId, key]))).toHex();
}

/** JSON separates the parts, so that different lists of parts never have the same text. */
function bytesOf(parts: string[]): Uint8Array {
  return utf8(JSON.stringify(parts));
}

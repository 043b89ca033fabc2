// How the body of a webhook is kept in `events.payload`: deflated, with a dictionary of what all bodies have in common and
// of what this one repeats of its row. An emptied delivery has the empty text.

import { deflateSync, inflateSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { isKeyed, timeOf } from "#core/domain/shards/shard-ids.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { isoTime } from "#core/lib/time.ts";
import { utf8 } from "#core/lib/utf8.ts";

/** The columns of an event that its body repeats. They never change. */
export interface Repeated {
  merchantId: string;
  intentId: string;
  actor: string;
  createdAt: number;
}

/** A row of STORED_BODY, as D1 returns a text or a blob. */
export interface StoredBody extends Repeated {
  body: string | readonly number[];
}

/** SQL for what readBody needs of the event `e`. */
export const STORED_BODY = sql`
  e.payload AS body, e.merchant_id AS "merchantId", e.intent_id AS "intentId", e.actor, e.created_at AS "createdAt"`;

/**
 * The first byte of a stored body is its dictionary's number. What a body repeats of its row is where the body has it, so that
 * both are alike for long. A dictionary never changes, since the bodies that refer to
 * it could no longer be read: a better one gets the next number, a release before it is used.
 */
const DICTIONARIES: readonly ((row: Repeated) => string)[] = [
  (
    row,
  ) => `${row.actor}"environment":"sandbox"payment.cancelledpayment.expiredpayment.approval_requestedrefund.pendingrefund.failed
"status":"pending_approval","status":"expired","status":"cancelled","cancellation_reason":"rejected_by_customer"
"cancellation_reason":"requested_by_merchant","reason":"insufficient_merchant_funds"
"refund_status":"pending","refund_status":"completed","refund_ledger_tx_id":"
"currency":"JPY","currency":"GBP","currency":"EUR","cancelled_at":"20
"callback_url":"https://,"target_wallet_id":","counter_id":"
"email":"","phone":"","name":"","invoice":"","invoice_id":"INV-","customer_id":"","customer_ref":"","cart_id":""
"session_id":"","source":"","note":"","store":"","location":"","cashier":"","terminal":"","table":,"channel":"web"
"channel":"pos","tip":0,"tax":,"total":,"price":,"items":[{"sku":"","name":"","quantity":1}],"metadata":{"order_id":"
{"type":"refund.completed","timestamp":"20{"type":"payment.completed","timestamp":"${isoTime(row.createdAt)}","environment":"live","data":\
{"payment_intent":{"id":"${row.intentId}","number":"${numberIn(row.intentId)}","merchant_id":"${row.merchantId}","merchant_name":"","amount":10,"amount_minor":1000,"amount_decimal":"10.00\
","currency":"USD","description":"","status":"completed","refund_status":null,"expires_at":"2026-10-01T13:00:00.000Z\
","created_at":"2026-10-01T12:30:00.000Z","updated_at":"2026-10-01T12:30:00.000Z\
","completed_at":"2026-10-01T12:30:00.000Z","cancelled_at":null,"environment":"live","target_wallet_id":null,"completed_by":"\
","cancellation_reason":null,"refund_ledger_tx_id":null,"counter_id":null,"reference":"\
","callback_url":null,"metadata":null},"reference":null,"metadata":{"}},"sequence":1}}`,
];

const NEWEST = DICTIONARIES.length;

/** Returns hexadecimal digits. */
export function bodyToStore(text: string, row: Repeated): string {
  const deflated = deflateSync(utf8(text), { dictionary: dictionaryFor(NEWEST, row) });
  return Uint8Array.of(NEWEST, ...deflated).toHex();
}

/** The text that was stored, byte for byte: zlib's checksums (RFC 1950) cover the dictionary and the text. */
export function readBody({ body, ...row }: StoredBody): string {
  if (typeof body === "string") return body;
  const [number = 0, ...deflated] = body;
  const inflated = inflateSync(Uint8Array.from(deflated), { dictionary: dictionaryFor(number, row) });
  return new TextDecoder().decode(inflated);
}

function dictionaryFor(number: number, row: Repeated): Uint8Array {
  const dictionary = DICTIONARIES[number - 1];
  if (dictionary === undefined) throw new Error(`a stored body has the unknown dictionary ${number}`);
  return utf8(dictionary(row));
}

/** The number of an intent whose id says when it was created. */
function numberIn(intentId: string): string {
  return isKeyed(intentId) ? "#" : numberOf({ id: intentId, createdAt: timeOf(intentId) });
}

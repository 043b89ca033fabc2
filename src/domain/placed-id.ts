/** The database in which every payment is today. */
const HOME = "0";

/**
 * The id of a payment intent or of one of its events, from a new UUIDv7. It says where its row is, so that payments can
 * later live in more than one database, without a directory and without ever being moved. Its last twelve digits are
 *
 *     3 random | 3 bucket: the intent's, random | 5 slot: the same digits of the merchant's id | 1 place
 *
 * A later release reads the place; the first digits of slot and bucket name a database. What makes ids follow each other
 * within a millisecond is before these digits and in the random ones. Ids that come from an `Idempotency-Key` have none
 * of this: they never change.
 */
export function placedId(id: string, intent: { id: string; merchantId: string }): string {
  return id.slice(0, -9) + intent.id.slice(-9, -6) + intent.merchantId.slice(-6, -1) + HOME;
}

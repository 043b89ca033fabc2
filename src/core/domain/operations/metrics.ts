/** Upper bounds of the times from the intent's creation to its payment. */
export const PAY_BOUNDS_SECONDS = [2, 5, 10, 20, 30, 60, 120, 300, 900, 1_800, 3_600, 86_400] as const;

/** Unfinished work is counted from each of these ages on. */
export const AGES_SECONDS = [0, 60, 600, 3_600, 86_400] as const;

/** Why a push was not sent, for the metrics. */
export const PUSH_DROPS = ["limit", "circuit_open", "unknown_service"] as const;
export type PushDrop = (typeof PUSH_DROPS)[number];

/** What has been counted since the first sweep, in one row. */
export interface EventCounts {
  /** Events before then have been counted. */
  countedTo: number;
  byType: Record<string, number>;
  /** Events by the state of the webhook about a minute after the event. */
  byDelivery: Record<string, number>;
  /** Payments by the bound that their time did not exceed; the last are above all bounds. */
  paidWithin: number[];
  timeToPayMs: number;
}

export const NO_EVENTS: EventCounts = {
  countedTo: 0,
  byType: {},
  byDelivery: {},
  paidWithin: Array.from({ length: PAY_BOUNDS_SECONDS.length + 1 }, () => 0),
  timeToPayMs: 0,
};

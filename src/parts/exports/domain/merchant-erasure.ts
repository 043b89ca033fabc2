// Erasing what is personal about a merchant: what is left of it, and the order in which the sweep goes about it.

import { BEFORE_ALL, type RowPosition } from "#core/domain/cursor.ts";
import { NO_REFUND_TEXTS, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME } from "#core/domain/shards/cells.ts";

const HOUR_MS = 60 * 60_000;

/**
 * How long nothing may have happened to the merchant. Objects keep an intent for 24 hours after its last change, and longer
 * while D1 fails; and until then the merchant's own endpoints may still get their webhooks.
 */
export const QUIET_MS = 48 * HOUR_MS;

/** What was under way when the erasure was requested is over by then: no invocation of a Worker lasts longer. */
export const ERASURE_DELAY_MS = 20 * 60_000;

/** Stands for a text that must not be empty. */
export const ERASED = "erased";

/** Replaces what a merchant or a person wrote or is known by. Amounts, times, states, ids and the payer's wallet stay. */
export const ERASED_INTENT = {
  merchantName: ERASED,
  description: "",
  reference: null,
  metadataJson: null,
  callbackUrl: null,
  callbackEventsJson: null,
  returnUrl: null,
  createdBy: null,
  targetWalletId: null,
  fingerprint: null,
  refundKey: null,
  earlierRefundRefusals: null,
  ...NO_REFUND_TEXTS,
} as const satisfies Partial<PaymentIntent>;

/** Who paid, the intent itself says. */
export const ERASED_EVENT = { actor: ERASED, requestId: null } as const;

/** An address that nothing can be sent to (RFC 2606), and that leaves the merchant's own to others. */
export function erasedEmail(merchantId: string): string {
  return `${merchantId}@erased.invalid`;
}

/** The audit trail comes after the access that strangers could still add entries about. */
const ERASURE_STAGES = [
  "access",
  "account",
  "deliveries",
  "cancelled",
  "expired",
  "completed",
  "events",
  "stand_ins",
  "access_ended",
  "audit_entries",
  "completion",
] as const;
export type ErasureStage = (typeof ERASURE_STAGES)[number];

/** They are about its account; all others go through each shard of the merchant. */
const AT_HOME_ALONE = new Set<ErasureStage>(["access", "account", "stand_ins", "access_ended", "completion"]);

/** How far the erasure of a merchant has come. */
export interface ErasurePosition {
  merchantId: string;
  stage: ErasureStage;
  /** Left out at home, where each stage begins. */
  place?: string;
  after: RowPosition;
}

export function erasureStart(merchantId: string): ErasurePosition {
  return { merchantId, stage: ERASURE_STAGES[0], after: BEFORE_ALL };
}

/** `cells`: those that may have payments of the merchant. Null after the last stage. */
export function stageAfter(
  { merchantId, stage, place: shard }: ErasurePosition,
  cells: readonly string[],
): ErasurePosition | null {
  const cell = AT_HOME_ALONE.has(stage) ? undefined : cells[cells.indexOf(shard ?? HOME) + 1];
  if (cell !== undefined) return { merchantId, stage, place: cell, after: BEFORE_ALL };
  const next = ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1];
  return next === undefined ? null : { merchantId, stage: next, after: BEFORE_ALL };
}

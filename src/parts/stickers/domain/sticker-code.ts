/** A code that is printed once and leads to its counter from then on: money is in minor units. */
export interface StickerCode {
  id: string;
  merchantId: string;
  counterId: string;
  /** What customers read beside the amount, such as "Coffee"; null for none. */
  label: string | null;
  /** It is null where the customer chooses. */
  amountMinor: number | null;
  /** Limits of what the customer chooses; null where only the service's own hold. */
  amountMinMinor: number | null;
  amountMaxMinor: number | null;
  currency: string;
  createdAt: number;
  /** The `sub` of whoever has made it. */
  createdBy: string;
  revokedAt: number | null;
  /** When the last minute ends in which somebody began to pay, and how often in it. */
  minuteEndsAt: number;
  begunPayments: number;
}

/** A counter may have so many that are not revoked. */
export const STICKER_CODES_MAX = 100;
export const PAYMENTS_PER_MINUTE_MAX = 10;

const PREFIX = "sticker-";

/** How histories name the sticker that has made an intent. */
export function makerName(stickerCodeId: string): string {
  return PREFIX + stickerCodeId;
}

/** SQL's pattern of these names. */
export const MAKER_PATTERN = `${PREFIX}%`;

/** 128 random bits, as a UUID is written. */
export function newStickerCodeId(): string {
  const digits = crypto.getRandomValues(new Uint8Array(16)).toHex();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether a customer may pay this much. */
export function takes({ amountMinor, amountMinMinor, amountMaxMinor }: StickerCode, paid: number): boolean {
  return paid >= (amountMinor ?? amountMinMinor ?? 0) && paid <= (amountMinor ?? amountMaxMinor ?? paid);
}

import type { CustomerSession } from "../../domain/customer-session.ts";
import type { MerchantRole } from "../../domain/merchant-user.ts";
import type { CookieSession, Session } from "../../domain/session.ts";
import { isoTime } from "../../lib/time.ts";
import { QR_WIDTH_MIN, qrPng } from "../../qr/png.ts";

interface SessionNames {
  merchantName: string;
  /** The shop's. */
  timeZone: string;
  counterName: string | null;
  role: MerchantRole | null;
}

export function presentSession(
  { kind, id, merchantId, counterId, label, expiresAt }: Session,
  { merchantName, timeZone, counterName, role }: SessionNames,
) {
  const isTill = kind === "till";
  return {
    kind,
    merchant_id: merchantId,
    merchant_name: merchantName,
    time_zone: timeZone,
    role,
    email: isTill ? null : label,
    counter_id: counterId,
    counter_name: counterName,
    till_id: isTill ? id : null,
    till_name: isTill ? label : null,
    expires_at: isoTime(expiresAt),
  };
}

export function presentCustomerSession({ walletId, label, expiresAt }: CustomerSession) {
  return { wallet_id: walletId, label, expires_at: isoTime(expiresAt) };
}

/** The code is in the address's fragment, which browsers send to no server. */
export function presentCode({ code, expiresAt }: { code: string; expiresAt: number }, page: string) {
  const url = `${page}#${code}`;
  const image = qrPng(url, { minWidth: QR_WIDTH_MIN }).toBase64();
  return { code, url, qr_code_url: `data:image/png;base64,${image}`, expires_at: isoTime(expiresAt) };
}

/** A browser that is paired with a counter or a desk. */
export function presentDevice({ id, label, createdAt, lastUsedAt, expiresAt }: CookieSession) {
  return {
    id,
    name: label,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
  };
}

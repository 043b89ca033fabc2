import type { ShownProfile } from "#core/domain/merchants/merchant-profile.ts";
import type { MerchantRole } from "#core/domain/merchants/merchant-user.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { Session } from "#core/domain/sessions/session.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentProfile } from "#core/wire/merchants/present-profile.ts";

interface SessionNames {
  merchantName: string;
  /** It is the shop's. */
  timeZone: string;
  profile: ShownProfile;
  counterName: string | null;
  role: MerchantRole | null;
}

export function presentSession(
  { kind, id, merchantId, counterId, label, expiresAt }: Session,
  { merchantName, timeZone, profile, counterName, role }: SessionNames,
  publicUrl: string,
) {
  const isTill = kind === "till";
  return {
    kind,
    merchant_id: merchantId,
    merchant_name: merchantName,
    time_zone: timeZone,
    shop: presentProfile(profile, publicUrl),
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

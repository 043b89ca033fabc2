import type { Session } from "../../domain/session.ts";
import { isoTime } from "../../lib/time.ts";
import { QR_WIDTH_MIN, qrPng } from "../../qr/png.ts";

export function presentTill({ id, counterId, subject, label, createdAt, lastUsedAt, expiresAt }: Session) {
  return {
    id,
    counter_id: counterId,
    name: label,
    paired_by: subject,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
  };
}

/** What a page shows before it redeems a code. */
export function presentPairingTarget(names: { merchantName: string; counterName: string | null }) {
  return { merchant_name: names.merchantName, counter_name: names.counterName };
}

/** The code is in the address's fragment, which browsers send to no server. */
export function presentPairing(
  { counterId, code, expiresAt }: { counterId: string; code: string; expiresAt: number },
  publicUrl: string,
) {
  const url = `${publicUrl}/pos/pair#${code}`;
  const image = qrPng(url, { minWidth: QR_WIDTH_MIN }).toBase64();
  return {
    counter_id: counterId,
    code,
    url,
    qr_code_url: `data:image/png;base64,${image}`,
    expires_at: isoTime(expiresAt),
  };
}

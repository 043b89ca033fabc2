// A browser that is paired, such as with a counter, and the code that pairs one.
import type { CookieSession } from "#core/domain/sessions/session.ts";
import { isoTime } from "#core/lib/time.ts";
import { QR_WIDTH_MIN, qrPng } from "#core/qr/png.ts";

/** The code is in the address's fragment, which browsers send to no server. */
export function presentCode({ code, expiresAt }: { code: string; expiresAt: number }, page: string) {
  const url = `${page}#${code}`;
  const image = qrPng(url, { minWidth: QR_WIDTH_MIN }).toBase64();
  return { code, url, qr_code_url: `data:image/png;base64,${image}`, expires_at: isoTime(expiresAt) };
}

export function presentDevice({ id, label, createdAt, lastUsedAt, expiresAt }: CookieSession) {
  return {
    id,
    name: label,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
  };
}

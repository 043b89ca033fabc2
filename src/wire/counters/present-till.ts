import type { Session } from "../../domain/session.ts";
import { isoTime } from "../../lib/time.ts";
import { presentCode } from "../sessions/present-code.ts";

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

export function presentPairing(
  { counterId, ...pairing }: { counterId: string; code: string; expiresAt: number },
  publicUrl: string,
) {
  return { counter_id: counterId, ...presentCode(pairing, `${publicUrl}/pos/pair`) };
}

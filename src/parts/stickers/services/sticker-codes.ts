import { findCounter } from "#core/db/counters/counters.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import {
  findStickerCode,
  insertStickerCode,
  listStickerCodes,
  revokeStickerCode,
} from "../db/sticker-codes.ts";
import { newStickerCodeId, type StickerCode } from "../domain/sticker-code.ts";

type Asked = "label" | "amountMinor" | "amountMinMinor" | "amountMaxMinor" | "currency";
export type NewStickerCode = Pick<StickerCode, "merchantId" | "counterId" | "createdBy" | Asked>;

export async function createStickerCode(
  deps: Dependencies,
  actor: Actor,
  input: NewStickerCode,
): Promise<Result<StickerCode, Refusal>> {
  const id = newStickerCodeId();
  const made = { id, createdAt: deps.clock(), revokedAt: null, minuteEndsAt: 0, begunPayments: 0 };
  const code: StickerCode = { ...input, ...made };
  const { merchantId, counterId } = code;
  const event = { action: "sticker_code.created", merchantId, targetId: id, details: counterId } as const;
  const isMade = await audited(deps, actor, event, (entry) => insertStickerCode(deps.db, code, entry));
  if (isMade) return ok(code);
  const counter = await findCounter(deps.db, merchantId, counterId);
  if (counter === null) return err("counter_not_found");
  return err(counter.status === "active" ? "too_many_sticker_codes" : "counter_not_active");
}

/** Lists those of a counter that are not revoked, newest first. */
export async function listCounterStickerCodes(
  { db }: Dependencies,
  merchantId: string,
  counterId: string,
): Promise<Result<StickerCode[], Refusal>> {
  const reading = [
    findCounter(db, merchantId, counterId),
    listStickerCodes(db, merchantId, counterId),
  ] as const;
  const [counter, codes] = await Promise.all(reading);
  return counter === null ? err("counter_not_found") : ok(codes);
}

/** Safe to repeat. */
export async function revokeMerchantStickerCode(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  id: string,
): Promise<Result<null, Refusal>> {
  const event = { action: "sticker_code.revoked", merchantId, targetId: id } as const;
  const isRevoked = await audited(deps, actor, event, (entry) =>
    revokeStickerCode(deps.db, merchantId, id, deps.clock(), entry),
  );
  if (isRevoked) return ok(null);
  const code = await findStickerCode(deps.db, id);
  return code?.merchantId === merchantId ? ok(null) : err("sticker_code_not_found");
}

// What a customer sees of a sticker, and how paying begins.
import { findCounter } from "#core/db/counters/counters.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { isSuspended } from "#core/domain/merchants/merchant.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import type { WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { createPaymentIntent } from "#core/services/payment-intents/payment-intents.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { newestFirst } from "#core/shards/merge-pages.ts";
import { readEach } from "#core/shards/shards.ts";
import { amountFault, minorOf } from "#core/wire/shared/money.ts";
import { countPayment, findOpenSale, findStickerCode } from "../db/sticker-codes.ts";
import { makerName, type StickerCode, takes } from "../domain/sticker-code.ts";

/** The customer has the wallet open: what is not paid soon is not paid at all. */
const EXPIRES_IN_SECONDS = 600;

export interface Sticker {
  code: StickerCode;
  merchantName: string;
  counterName: string;
  /** The intent of the sale that is open at the counter; null for none. */
  saleId: string | null;
}

/** Returns null for an unknown id. */
export async function readSticker(deps: Dependencies, id: string): Promise<Result<Sticker, Refusal> | null> {
  const code = await findStickerCode(deps.db, id);
  if (code === null) return null;
  if (code.revokedAt !== null) return err("sticker_code_revoked");
  const { merchantId } = code;
  const now = deps.clock();
  const reading = [
    findMerchant(deps.db, merchantId),
    findCounter(deps.db, merchantId, code.counterId),
    readEach(deps.shards.ofMerchant(merchantId), (shard) => findOpenSale(shard, code, now)),
  ] as const;
  const [merchant, counter, sales] = await Promise.all(reading);
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (merchant?.status !== "active") return err("merchant_not_active");
  if (counter?.status !== "active") return err("counter_not_active");
  const [sale] = sales.flat().sort(newestFirst);
  return ok({
    ...{ code, merchantName: merchant.businessName, counterName: counter.name },
    saleId: sale?.id ?? null,
  });
}

/** Makes an intent of the sticker's counter, as the customer has said. `amount` is in major units; null takes the sticker's. */
export async function createStickerPayment(
  deps: Dependencies,
  { walletId, actor, defer }: WalletActor,
  { id, amount, key }: { id: string; amount: number | null; key: string | null },
): Promise<Result<PaymentIntent, Refusal | "currency_mismatch" | "rate_limited">> {
  const code = await findStickerCode(deps.db, id);
  if (code === null) return err("sticker_code_not_found");
  if (code.revokedAt !== null) return err("sticker_code_revoked");
  const amountMinor = amountOf(code, amount);
  if (amountMinor === null) return err("sticker_amount_refused");
  const { merchantId, counterId, currency, label } = code;
  const balances = (await deps.ledger.findBalances(walletId)) ?? [];
  if (!balances.some((balance) => balance.currency === currency)) return err("currency_mismatch");
  const now = deps.clock();
  const endsAt = endOfPeriod(now);
  if (!(await countPayment(deps.db, id, endsAt)))
    return { ...err("rate_limited"), retryAfterMs: endsAt - now };
  const maker = makerName(id);
  const created = await createPaymentIntent(
    deps,
    { merchantId, counterId, actor: { ...actor, client: maker, person: maker }, defer },
    {
      ...{ amountMinor, currency, counterId, expiresInSeconds: EXPIRES_IN_SECONDS },
      ...{
        description: label ?? "",
        reference: null,
        metadataJson: null,
        callbackUrl: null,
        returnUrl: null,
      },
    },
    // Another customer's key is another key.
    key && walletId + key,
  );
  return created.ok ? ok(created.value.intent) : created;
}

/** In minor units; null for what the sticker does not take. */
function amountOf(code: StickerCode, amount: number | null): number | null {
  if (amount === null) return code.amountMinor;
  if (amountFault(amount, code.currency) !== null) return null;
  const amountMinor = minorOf(amount, code.currency);
  return takes(code, amountMinor) ? amountMinor : null;
}

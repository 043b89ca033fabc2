// What a customer sees of a sticker, and how paying begins.
import { findCounter } from "#core/db/counters/counters.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { hasIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import { isSuspended } from "#core/domain/merchants/merchant.ts";
import { isProcessing, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import type { MerchantActor, WalletActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { intentIdFor } from "#core/services/payment-intents/idempotency.ts";
import { createPaymentIntent } from "#core/services/payment-intents/payment-intents.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { newestFirst } from "#core/shards/merge-pages.ts";
import { findFirst, isSpread } from "#core/shards/shards.ts";
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
  const reading = [
    findMerchant(deps.db, merchantId),
    findCounter(deps.db, merchantId, code.counterId),
    findSale(deps, code),
  ] as const;
  const [merchant, counter, saleId] = await Promise.all(reading);
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (merchant?.status !== "active") return err("merchant_not_active");
  if (counter?.status !== "active") return err("counter_not_active");
  return ok({ code, merchantName: merchant.businessName, counterName: counter.name, saleId });
}

/** Null as well where somebody else is paying the sale. The sticker can be paid without it, so nothing of it fails the page. */
async function findSale({ shards, intents, clock }: Dependencies, code: StickerCode): Promise<string | null> {
  const own = shards.ofMerchant(code.merchantId);
  // They are too many to be asked whenever anyone opens the page.
  if (isSpread(own)) return null;
  try {
    const found = await Promise.all(own.map((shard) => findOpenSale(shard, code, clock())));
    const [sale] = found.flat().sort(newestFirst);
    const intent = sale === undefined ? null : await intents.find(sale.id);
    return intent?.status === "pending" && !isProcessing(intent) ? intent.id : null;
  } catch {
    return null;
  }
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
  const maker = makerName(id);
  const caller = { merchantId, counterId, actor: { ...actor, client: maker, person: maker }, defer };
  // Another customer's key is another key.
  const ownKey = key && walletId + key;
  const now = deps.clock();
  const endsAt = endOfPeriod(now);
  // All that makes a merchant's intents counts together.
  const isAllowed = async () =>
    (await deps.rateLimits.allow("creations", merchantId)) && (await countPayment(deps.db, id, endsAt));
  if (!(await isRepeated(deps, caller, ownKey)) && !(await isAllowed()))
    return { ...err("rate_limited"), retryAfterMs: endsAt - now };
  const created = await createPaymentIntent(
    deps,
    caller,
    {
      ...{ amountMinor, currency, counterId, expiresInSeconds: EXPIRES_IN_SECONDS },
      ...{
        description: label ?? "",
        reference: null,
        metadataJson: null,
        callbackUrl: null,
        callbackEventsJson: null,
        returnUrl: null,
      },
    },
    ownKey,
  );
  return created.ok ? ok(created.value.intent) : created;
}

/** Whether an earlier request has made the intent: repeating it makes no further one that would count. */
async function isRepeated(deps: Dependencies, caller: MerchantActor, key: string | null): Promise<boolean> {
  if (key === null) return false;
  const { idempotencyKeySecret: secret, cells } = deps.config;
  const id = await intentIdFor(caller, "create", key, { secret, cells, now: deps.clock() });
  return (
    (await findFirst(deps.shards.of(id), async (shard) => (await hasIntent(shard, id)) || null)) ?? false
  );
}

/** In minor units; null for what the sticker does not take. */
function amountOf(code: StickerCode, amount: number | null): number | null {
  if (amount === null) return code.amountMinor;
  if (amountFault(amount, code.currency) !== null) return null;
  const amountMinor = minorOf(amount, code.currency);
  return takes(code, amountMinor) ? amountMinor : null;
}

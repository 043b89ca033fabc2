// What a wallet reads of a sticker, and how it begins to pay.
import { Hono } from "hono";
import { err } from "#core/domain/result.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { idempotency, pathId, walletActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import { presentWalletView } from "#core/wire/payment-intents/present-intent.ts";
import { createStickerPayment, readSticker } from "../services/stickers.ts";
import { presentSticker } from "../wire/present-sticker.ts";
import { PayStickerBody } from "../wire/sticker-requests.ts";

const STATES = [
  "sticker_code_revoked",
  "merchant_suspended",
  "merchant_not_active",
  "counter_not_active",
] as const;

export const stickers = new Hono<AppEnv>()
  .get(
    "/:stickerCodeID",
    describe("Wallet", {
      id: "getSticker",
      responds: { 200: "StickerResponse" },
      refusals: STATES,
    }),
    asCustomer,
    async (c) => {
      const found = await readSticker(c.get("deps"), pathId(c, "stickerCodeID"));
      const sticker = orThrow(found ?? err("sticker_code_not_found"));
      return respond<"StickerResponse">(c, { sticker: presentSticker(sticker) });
    },
  )
  .post(
    "/:stickerCodeID/payment-intents",
    describe("Wallet", {
      id: "paySticker",
      responds: { 201: "WalletPaymentIntentResponse" },
      refusals: [...STATES, "sticker_amount_refused", "currency_mismatch", "idempotency_key_reused"],
    }),
    asCustomer,
    jsonBody(PayStickerBody, { isOptional: true }),
    idempotency,
    async (c) => {
      const { deps, walletId } = c.var;
      const { amount = null } = c.req.valid("json");
      const asked = { id: pathId(c, "stickerCodeID"), amount, key: c.get("idempotencyKey") };
      const intent = orThrow(await createStickerPayment(deps, walletActor(c), asked));
      const payment_intent = presentWalletView(intent, walletId, deps.config.environment);
      return respond<"WalletPaymentIntentResponse">(c, { payment_intent }, 201);
    },
  );

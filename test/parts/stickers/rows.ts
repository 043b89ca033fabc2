// Who may do what with sticker codes, and what a stranger tries with them: see test/support/part-rows.ts.
import { expect } from "vitest";
import { stickerCodes } from "#parts/stickers/db/schema/sticker-codes.ts";
import { newStickerCodeId } from "#parts/stickers/domain/sticker-code.ts";
import { call } from "../../support/api.ts";
import { COUNTERS, makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { expectNothingOf, stranger, strangerTokens, victim } from "../../support/isolation.ts";
import { ask } from "../../support/openapi.ts";
import type { PartRows } from "../../support/part-rows.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { at, CUSTOMER_ONLY, MERCHANT_ONLY, OWNER_ONLY, withStatus } from "../../support/role-rows.ts";
import { db } from "../../support/seeds.ts";
import { makeStickerCode, paySticker, readSticker, STICKER_CODES, STICKERS } from "./sticker-requests.ts";

const CODES = `${MERCHANT_API}/counters/:counterID/sticker-codes`;

export const PAGES: PartRows["PAGES"] = ["GET /s/:stickerCodeID"];

export const ROLES: PartRows["ROLES"] = {
  [`POST ${CODES}`]: {
    row: withStatus(201, OWNER_ONLY),
    request: async (merchant) => ({
      path: `${COUNTERS}/${(await makeCounter(merchant)).id}/sticker-codes`,
      json: {},
    }),
  },
  [`GET ${CODES}`]: {
    row: MERCHANT_ONLY,
    request: async (merchant) => ({ path: `${COUNTERS}/${(await makeCounter(merchant)).id}/sticker-codes` }),
  },
  "DELETE /merchant/api/v1/sticker-codes/:stickerCodeID": {
    row: OWNER_ONLY,
    request: async (merchant) => ({ path: `${STICKER_CODES}/${(await makeStickerCode(merchant)).id}` }),
  },
  "GET /wallet/api/v1/stickers/:stickerCodeID": {
    row: CUSTOMER_ONLY,
    request: async (merchant) => ({ path: `${STICKERS}/${(await makeStickerCode(merchant)).id}` }),
  },
  "POST /wallet/api/v1/stickers/:stickerCodeID/payment-intents": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${STICKERS}/${UNKNOWN_ID}/payment-intents`, { amount: 1 }),
  },
};

/** A code of the victim's merchant, at another counter than the one whose rows are compared. */
const victimsCode = () => makeStickerCode(victim.merchant, { amount: 5 }, victim.counter.id);

export const CHECKS: PartRows["CHECKS"] = {
  "DELETE /merchant/api/v1/sticker-codes/:stickerCodeID": async () => {
    const { id } = await victimsCode();
    for (const token of [stranger.merchant.token, stranger.dashboardToken]) {
      const refused = await call("DELETE", `${STICKER_CODES}/${id}`, { token });
      expectFailure(refused, 404, "sticker_code_not_found", "Sticker code not found");
    }
    expect((await readSticker(stranger.wallet, id)).status).toBe(200);
  },
  // Whoever stands before a sticker may read and pay it, and sees nothing else of its merchant.
  "GET /wallet/api/v1/stickers/:stickerCodeID": async () => {
    const { body } = await readSticker(stranger.wallet, (await victimsCode()).id);
    expect(Object.keys(body.sticker).sort()).toEqual([
      ...["amount", "amount_max", "amount_min", "counter_name", "currency", "id", "label"],
      ...["merchant_name", "payment_intent_id"],
    ]);
  },
  "POST /wallet/api/v1/stickers/:stickerCodeID/payment-intents": async () => {
    const { id } = await victimsCode();
    for (const [who, token] of strangerTokens()) {
      if (who === "customer") continue;
      const response = await paySticker({ id, token }, id);
      expect([who, response.status]).toEqual([who, 403]);
      expectNothingOf(response.text);
    }
  },
};

export const store: PartRows["store"] = async (merchantId) => {
  const counterId = crypto.randomUUID();
  const asked = { label: "Coffee", amountMinor: 450, amountMinMinor: null, amountMaxMinor: null };
  const made = { createdAt: Date.now(), createdBy: crypto.randomUUID(), revokedAt: null };
  const code = { id: newStickerCodeId(), merchantId, counterId, currency: "USD", ...asked, ...made };
  await db.insert(stickerCodes).values({ ...code, minuteEndsAt: 0, begunPayments: 0 });
};

export const play: PartRows["play"] = async ({ merchant, counter, wallet }) => {
  const { token } = merchant;
  const codes = `${COUNTERS}/${counter.id}/sticker-codes`;
  const { body } = await ask(`POST ${codes}`, { token, json: { amount: 4.5, label: "Coffee" } });
  const { id } = body.sticker_code;
  const played = [
    await ask(`POST ${codes}`, { token, json: { amount: 1, amount_min: 1 } }),
    await ask(`GET ${codes}`, { token }),
    await ask(`GET ${STICKERS}/${id}`, { token: wallet.token }),
    await ask(`POST ${STICKERS}/${id}/payment-intents`, { token: wallet.token, json: {} }),
    await ask(`POST ${STICKERS}/${id}/payment-intents`, { token: wallet.token, json: { amount: 4 } }),
    await ask(`DELETE ${STICKER_CODES}/${id}`, { token }),
    await ask(`GET ${STICKERS}/${id}`, { token: wallet.token }),
  ];
  expect(played.map(({ status }) => status)).toEqual([400, 200, 200, 201, 400, 200, 410]);
};

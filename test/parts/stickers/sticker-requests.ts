// Stickers over HTTP: made by a merchant, paid by customers.
import { expect } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { COUNTERS, makeCounter } from "../../support/counters.ts";
import type { TestMerchant, TestWallet } from "../../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../../support/paths.ts";

export const STICKER_CODES = `${MERCHANT_API}/sticker-codes`;
export const STICKERS = `${WALLET_API}/stickers`;

type Caller = { token: string };

export function postStickerCode({ token }: Caller, counterId: string, json: object): Promise<ApiResponse> {
  return call("POST", `${COUNTERS}/${counterId}/sticker-codes`, { token, json });
}

export async function makeStickerCode(
  merchant: TestMerchant,
  json: object = {},
  counterId?: string,
): Promise<{ id: string; counterId: string; url: string }> {
  const at = counterId ?? (await makeCounter(merchant)).id;
  const { status, body } = await postStickerCode(merchant, at, json);
  expect(status).toBe(201);
  return { id: body.sticker_code.id, counterId: at, url: body.sticker_code.url };
}

export function revokeStickerCode({ token }: Caller, id: string): Promise<ApiResponse> {
  return call("DELETE", `${STICKER_CODES}/${id}`, { token });
}

export function readSticker({ token }: TestWallet, id: string): Promise<ApiResponse> {
  return call("GET", `${STICKERS}/${id}`, { token });
}

export function paySticker(
  { token }: TestWallet,
  id: string,
  json: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return call("POST", `${STICKERS}/${id}/payment-intents`, { token, json, headers });
}

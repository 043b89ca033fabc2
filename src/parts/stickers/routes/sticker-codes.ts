// A counter's sticker codes, for its merchant.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asMerchant, asOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody } from "#core/http/validate.ts";
import {
  createStickerCode,
  listCounterStickerCodes,
  revokeMerchantStickerCode,
} from "../services/sticker-codes.ts";
import { presentStickerCode } from "../wire/present-sticker.ts";
import { CreateStickerCodeBody } from "../wire/sticker-requests.ts";

export const stickerCodes = new Hono<AppEnv>()
  .post(
    "/counters/:counterID/sticker-codes",
    describe("Counters", {
      id: "createStickerCode",
      responds: { 201: "StickerCodeResponse" },
      refusals: ["counter_not_active", "too_many_sticker_codes"],
    }),
    asOwner,
    jsonBody(CreateStickerCodeBody),
    async (c) => {
      const { deps, merchantId, identity } = c.var;
      const counter = { merchantId, counterId: pathId(c, "counterID"), createdBy: identity.subject };
      const code = orThrow(await createStickerCode(deps, actorOf(c), { ...counter, ...c.req.valid("json") }));
      const sticker_code = presentStickerCode(code, deps.config.publicUrl);
      return respond<"StickerCodeResponse">(c, { sticker_code }, 201);
    },
  )
  .get(
    "/counters/:counterID/sticker-codes",
    describe("Counters", {
      id: "listStickerCodes",
      responds: { 200: "StickerCodesResponse" },
    }),
    asMerchant,
    async (c) => {
      const { deps, merchantId } = c.var;
      const codes = orThrow(await listCounterStickerCodes(deps, merchantId, pathId(c, "counterID")));
      const sticker_codes = codes.map((code) => presentStickerCode(code, deps.config.publicUrl));
      return respond<"StickerCodesResponse">(c, { sticker_codes });
    },
  )
  .delete(
    "/sticker-codes/:stickerCodeID",
    describe("Counters", {
      id: "revokeStickerCode",
    }),
    asOwner,
    async (c) => {
      const { deps, merchantId } = c.var;
      const id = pathId(c, "stickerCodeID");
      orThrow(await revokeMerchantStickerCode(deps, actorOf(c), merchantId, id));
      return respond<"MessageResponse">(c, { message: "Sticker code revoked" });
    },
  );

// A merchant's logo: how its owners set it, and what anyone gets. The picture is mounted before the limit that takes only text.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asOwner } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { actorOf, addressKeyOf } from "#core/http/request.ts";
import { logoBody } from "#core/http/validate.ts";
import { readLogo, removeLogo, setLogo } from "#core/services/merchants/merchant-logo.ts";
import { respondWithSettings } from "./merchant-account.ts";

export const merchantLogo = new Hono<AppEnv>()
  .put(
    "/",
    describe("Merchant", {
      id: "setLogo",
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    logoBody,
    async (c) => {
      const file = new Uint8Array(await c.req.arrayBuffer());
      const settings = await setLogo(c.get("deps"), actorOf(c), c.get("merchantId"), file);
      return respondWithSettings(c, orThrow(settings));
    },
  )
  .delete(
    "/",
    describe("Merchant", {
      id: "deleteLogo",
      responds: { 200: "MerchantSettingsResponse" },
      refusals: ["merchant_not_active"],
    }),
    asOwner,
    async (c) => {
      const settings = await removeLogo(c.get("deps"), actorOf(c), c.get("merchantId"));
      return respondWithSettings(c, orThrow(settings));
    },
  );

/** A picture that is opened by itself may load and run nothing, whatever is in it. */
const OF_PICTURE = {
  "Content-Type": "image/png",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const logo = new Hono<AppEnv>().get("/:file", async (c) => {
  await requireWithinLimit(c, "public_reads", `${addressKeyOf(c)} logo`);
  const [hash = "", type] = c.req.param("file").split(".");
  const etag = `"${hash}"`;
  const png = type === "png" ? await readLogo(c.get("deps"), hash) : null;
  if (png === null) throw refusalError("logo_not_found");
  const isKnown = c.req.header("If-None-Match")?.includes(etag) === true;
  return isKnown
    ? c.body(null, 304, { ...OF_PICTURE, ETag: etag })
    : c.body(new Uint8Array(png), 200, { ...OF_PICTURE, ETag: etag });
});

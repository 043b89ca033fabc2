import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asOwner } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { rotateOwnCredentials } from "../../services/merchants/platform.ts";
import { presentCredentials } from "../../wire/merchants/present-merchant.ts";

export const credentials = new Hono<AppEnv>().post(
  "/rotate",
  describe("Merchant", {
    id: "rotateCredentials",
    summary: "Get a new client secret",
    description: "The old one gets no more tokens. Tokens that it has got stay valid until they expire.",
    failure: "Failed to rotate credentials",
    responds: { 200: "CredentialsResponse" },
    refusals: ["merchant_not_active"],
  }),
  asOwner,
  async (c) => {
    const rotated = orThrow(await rotateOwnCredentials(c.get("deps"), causeOf(c), c.get("merchantId")));
    return respond(c, { ...presentCredentials(rotated) });
  },
);

import { type Context, Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { asAdmin } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { respond } from "../http/response.ts";
import { validate } from "../http/validate.ts";
import { isoTime } from "../lib/time.ts";
import { createSetupLink } from "../services/merchants.ts";
import { listPlatformMerchants, rotateMerchantCredentials, setMerchantStatus } from "../services/platform.ts";
import { parseId } from "../wire/requests/fields.ts";
import { MerchantsQuery } from "../wire/requests/merchants.ts";

/** For the platform administrator. */
export const merchants = new Hono<AppEnv>()
  .get("/", failsWith("Failed to list merchants"), asAdmin, validate("query", MerchantsQuery), async (c) => {
    const { status = null, page, limit } = c.req.valid("query");
    const found = await listPlatformMerchants(c.var.deps, { status, page, limit });
    const listed = found.merchants.map((merchant) => ({
      id: merchant.id,
      email: merchant.email,
      business_name: merchant.businessName,
      status: merchant.status,
      client_id: merchant.idpClientId,
      created_at: isoTime(merchant.createdAt),
      updated_at: isoTime(merchant.updatedAt),
    }));
    const paging = { page, limit, total: found.total, total_pages: found.totalPages };
    return respond(c, { success: true, merchants: listed, ...paging });
  })
  .post("/:merchantID/activate", failsWith("Failed to activate merchant"), asAdmin, async (c) => {
    const merchant = await setMerchantStatus(c.var.deps, merchantIdOf(c), "active");
    if (!merchant.ok) throw refused(merchant.error);
    return respond(c, { success: true, message: "Merchant activated" });
  })
  .post("/:merchantID/deactivate", failsWith("Failed to deactivate merchant"), asAdmin, async (c) => {
    const merchant = await setMerchantStatus(c.var.deps, merchantIdOf(c), "inactive");
    if (!merchant.ok) throw refused(merchant.error);
    return respond(c, { success: true, message: "Merchant deactivated" });
  })
  .post("/:merchantID/rotate-credentials", failsWith("Failed to rotate credentials"), asAdmin, async (c) => {
    const rotated = await rotateMerchantCredentials(c.var.deps, merchantIdOf(c));
    if (!rotated.ok) throw refused(rotated.error);
    return respond(c, {
      success: true,
      client_id: rotated.value.clientId,
      client_secret: rotated.value.clientSecret,
      note: "Store the client_secret now: it is not shown again, and the old one is invalid from now on.",
    });
  })
  .post("/:merchantID/setup-link", failsWith("Failed to create setup link"), asAdmin, async (c) => {
    const link = await createSetupLink(c.var.deps, merchantIdOf(c));
    if (!link.ok) throw refused(link.error);
    return respond(c, { success: true, setup_url: link.value.setupUrl });
  });

function merchantIdOf(c: Context): string {
  const id = parseId(c.req.param("merchantID") ?? "");
  if (id === null) throw refused("merchant_not_found");
  return id;
}

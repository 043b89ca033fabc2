import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../http/app-env.ts";
import { renewAccountCopies } from "../../services/merchants/account-copies.ts";
import { parseId } from "../../wire/shared/fields.ts";

/** Payments and deliveries are many, and change no account. */
const MAY_CHANGE_ACCOUNT =
  /^\/merchant\/api\/v1\/(?!(admin\/)?payment-intents\b|scan-payment\b|webhook-deliveries\b)/;

/** A command about a merchant succeeds once each cell has what it has changed of the account. */
export const accountCopies = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.ok || !MAY_CHANGE_ACCOUNT.test(c.req.path)) return;
  // By now, the parameters are those of the route.
  const merchantId = parseId(c.req.param("merchantID") ?? c.get("merchantId") ?? "");
  if (merchantId !== null) await renewAccountCopies(c.get("deps"), merchantId);
});

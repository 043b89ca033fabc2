import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../http/app-env.ts";
import { renewAccountCopies as renew } from "../../services/merchants/account-copies.ts";
import { parseId } from "../../wire/shared/fields.ts";

/** All but payments and deliveries, which are many and change no account: a new route is then not forgotten. */
const MAY_CHANGE_ACCOUNT =
  /^\/merchant\/api\/v1\/(?!(admin\/)?payment-intents\b|scan-payment\b|webhook-deliveries\b)/;

/** A command about a merchant succeeds once each cell has what it has changed of the account. */
export const renewAccountCopies = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.ok || !MAY_CHANGE_ACCOUNT.test(c.req.path)) return;
  // By now, the parameters are those of the route.
  const merchantId = parseId(c.req.param("merchantID") ?? c.get("merchantId") ?? "");
  if (merchantId !== null) await renew(c.get("deps"), merchantId);
});

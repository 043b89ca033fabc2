import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { logFailure } from "#core/lib/log.ts";
import { renewAccountCopies } from "#core/services/merchants/account-copies.ts";
import { parseId } from "#core/wire/shared/fields.ts";

/** All but payments and deliveries, which are many and change no account: a new route is then not forgotten. */
const MAY_CHANGE_ACCOUNT =
  /^\/merchant\/api\/v1\/(?!(admin\/)?payment-intents\b|scan-payment\b|webhook-deliveries\b)/;

/**
 * A command about a merchant succeeds once each cell has what it has changed of the account. One that fails may have changed
 * it before; one that is refused may have been done by an earlier request, whose change a cell lacks.
 */
export const afterAccountChange = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status } = c.res;
  const mayBeDone = status < 400 || status === 404 || status === 409 || status >= 500;
  if (!mayBeDone || !MAY_CHANGE_ACCOUNT.test(c.req.path)) return;
  // By now, the parameters are those of the route.
  const merchantId = parseId(c.req.param("merchantID") ?? c.get("merchantId") ?? "");
  if (merchantId === null) return;
  const renewed = renewAccountCopies(c.get("deps"), merchantId);
  if (status < 500) await renewed;
  else
    c.executionCtx.waitUntil(
      logFailure("error", "account_copy_failed", { merchant_id: merchantId }, renewed),
    );
});

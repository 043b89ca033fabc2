import type { Context } from "hono";
import type { Cause } from "../domain/ports.ts";
import type { MerchantCaller } from "../services/context.ts";
import type { AppEnv } from "./app-env.ts";

/** Events keep who did it, by OAuth client, and in which request. */
export function causeOf(c: Context<AppEnv>): Cause {
  return { actor: c.var.principal.clientId, requestId: c.var.requestId };
}

/** For routes behind `asMerchant`. */
export function merchantCaller(c: Context<AppEnv>): MerchantCaller {
  return { merchantId: c.var.merchantId, counterId: c.var.principal.counterId, cause: causeOf(c) };
}

import type { Context } from "hono";
import type { Cause } from "../domain/ports.ts";
import type { MerchantCaller } from "../services/context.ts";
import type { WalletCaller } from "../services/wallet.ts";
import type { AppEnv } from "./app-env.ts";

/** Events keep who did it, by OAuth client, and in which request. */
function causeOf(c: Context<AppEnv>): Cause {
  return { actor: c.var.principal.clientId, requestId: c.var.requestId };
}

/** For routes behind `asMerchant`. */
export function merchantCaller(c: Context<AppEnv>): MerchantCaller {
  return {
    merchantId: c.var.merchantId,
    counterId: c.var.principal.counterId,
    cause: causeOf(c),
    defer: (work) => c.executionCtx.waitUntil(work),
  };
}

/** For routes behind `asCustomer`. */
export function walletCaller(c: Context<AppEnv>): WalletCaller {
  return { walletId: c.var.walletId, cause: causeOf(c) };
}

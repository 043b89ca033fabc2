import type { Cause } from "../domain/ports.ts";

/** A merchant's caller: the tenant every query is bound to, and the cause that events keep. */
export interface MerchantCaller {
  merchantId: string;
  /** Set when a counter's own credentials are calling. */
  counterId: string | null;
  cause: Cause;
  /** Work the response need not wait for. Only work that the sweep would do if this fails may be deferred. */
  defer: (work: Promise<void>) => void;
}

export interface WalletCaller {
  walletId: string;
  cause: Cause;
}

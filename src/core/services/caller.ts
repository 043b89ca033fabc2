import type { Cause } from "#core/domain/cause.ts";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";

export interface Caller {
  /** It is stored with events. */
  cause: Cause;
  /** Runs work after the response. Defer only what may be lost, or what the sweep repeats when it fails. */
  defer: (work: Promise<void>) => void;
}

/** Who is calling for a merchant: the tenant that bounds every query. */
export interface MerchantCaller extends Caller {
  merchantId: string;
  /** Set when the token was issued to a counter's own client. */
  counterId: string | null;
}

/** Whose restrictions no guard has checked: the intent's object reads it beside its load. */
export interface UncheckedCaller extends MerchantCaller {
  check: RestrictionsCheck;
}

export interface WalletCaller extends Caller {
  walletId: string;
}

/** Someone without a token. */
export interface PublicCaller extends Pick<Caller, "defer"> {
  /** The key of lib/address-key.ts. */
  address: string;
}

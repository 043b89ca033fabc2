import type { Cause } from "../domain/cause.ts";
import type { Desk } from "../domain/desk.ts";

/** Who is calling for a merchant: the tenant that bounds every query, and the cause stored with events. */
export interface MerchantCaller {
  merchantId: string;
  /** Set when the token was issued to a counter's own client. */
  counterId: string | null;
  cause: Cause;
  areRefundsStopped: boolean;
  /** Runs work after the response. Defer only what the sweep repeats when it fails. */
  defer: (work: Promise<void>) => void;
}

export interface WalletCaller {
  walletId: string;
  cause: Cause;
  /** Runs work after the response. Defer only what may be lost. */
  defer: (work: Promise<void>) => void;
}

/** A tablet that acts as a desk. */
export interface DeskCaller {
  desk: Desk;
  cause: Cause;
  /** Runs work after the response. Defer only what may be lost, or what the sweep repeats. */
  defer: (work: Promise<void>) => void;
}

/** Someone without a token. */
export interface PublicCaller {
  /** The key of lib/address-key.ts. */
  address: string;
  /** Runs work after the response. */
  defer: (work: Promise<void>) => void;
}

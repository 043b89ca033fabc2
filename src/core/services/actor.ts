import type { Actor } from "#core/domain/audit/actor.ts";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";

export interface ActorInRequest {
  /** It is stored with events. */
  actor: Actor;
  /** Runs work after the response. Defer only what may be lost, or what the sweep repeats when it fails. */
  defer: (work: Promise<void>) => void;
}

/** Who is calling for a merchant: the tenant that bounds every query. */
export interface MerchantActor extends ActorInRequest {
  merchantId: string;
  /** Set when the token was issued to a counter's own client. */
  counterId: string | null;
}

/** Whose restrictions no guard has checked: the intent's object reads it beside its load. */
export interface UncheckedActor extends MerchantActor {
  check: RestrictionsCheck;
}

export interface WalletActor extends ActorInRequest {
  walletId: string;
}

/** Someone without a token. */
export interface PublicActor extends Pick<ActorInRequest, "defer"> {
  /** The key of lib/address-key.ts. */
  address: string;
}

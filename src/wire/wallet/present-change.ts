import type { WalletChange } from "../../domain/live-wallet.ts";
import type { Wire } from "../shared/wire-types.ts";

/** A message on a wallet's WebSocket. */
export function presentChange({ type, intentId }: WalletChange): Wire<"WalletChangeResponse"> {
  return { type, ...(intentId === null ? {} : { payment_intent_id: intentId }) };
}

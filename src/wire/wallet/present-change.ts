import type { WalletChange } from "../../domain/live-wallet.ts";

/** A message on a wallet's WebSocket. */
export function presentChange({ type, intentId }: WalletChange) {
  return { type, ...(intentId === null ? {} : { payment_intent_id: intentId }) };
}

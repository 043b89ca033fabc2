// A wallet that is stopped, such as after its phone was stolen. Money that is sent to it still arrives.
/** By then every isolate knows of a stop. */
export const STOP_KNOWN_MS = 5_000;

export interface WalletStop {
  /** Epoch milliseconds: what was issued until then is refused for good. */
  stoppedBefore: number;
  /** Until an administrator releases it, everything is refused. */
  isHeld: boolean;
}

/** `issuedAt`: epoch milliseconds; null for a token that does not say. */
export function isRefused(stop: WalletStop, issuedAt: number | null): boolean {
  return stop.isHeld || issuedAt === null || issuedAt <= stop.stoppedBefore;
}

// Wallets whose payment the ledger has just declined. While the ledger processes a payment, nobody else can pay and the
// merchant cannot cancel, so a wallet without the money has to wait longer after each decline. Declines are only in
// memory: an object under attack stays in memory, and a restart allows only one more attempt.
import type { DeclineReason } from "#core/domain/ledger.ts";

const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;
const FORGOTTEN_AFTER_MS = 5 * 60_000;

export class RecentDeclines {
  readonly #byWallet = new Map<string, { reason: DeclineReason; count: number; at: number }>();

  note(walletId: string, reason: DeclineReason, now: number): void {
    for (const [id, { at }] of this.#byWallet) {
      if (now >= at + FORGOTTEN_AFTER_MS) this.#byWallet.delete(id);
    }
    const count = (this.#byWallet.get(walletId)?.count ?? 0) + 1;
    this.#byWallet.set(walletId, { reason, count, at: now });
  }

  /** The last decline of a wallet that still has to wait; otherwise null. */
  find(walletId: string, now: number): { reason: DeclineReason; waitMs: number } | null {
    const last = this.#byWallet.get(walletId);
    if (last === undefined) return null;
    const waitMs = last.at + Math.min(FIRST_WAIT_MS * 2 ** (last.count - 1), WAIT_MS_MAX) - now;
    // It is longer only after the clock was set back.
    return waitMs > 0 && waitMs <= WAIT_MS_MAX ? { reason: last.reason, waitMs } : null;
  }
}

import type { LedgerTransfer, TransferResult } from "#core/domain/ledger.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Movement } from "#parts/desk/domain/movement.ts";
import type { MovementDraft } from "#parts/desk/services/movements.ts";
import { deps } from "../../support/seeds.ts";

/** The statement that records what the ledger has said. */
export const RESULT_OF_MOVEMENT = /^update "movements" set "status" = \?, "(transaction|decline)/i;
export const MOVED_AT = Date.parse("2026-11-21T12:00:00.000Z");

export function aMovement(change: Partial<Movement> = {}): Movement {
  return {
    id: "0190a0a0-0000-7000-8000-000000000001",
    kind: "pay_out",
    accountId: "wallet-1",
    direction: "debit",
    amountMinor: 12_50,
    currency: "USD",
    status: "processing",
    declineReason: null,
    ledgerTransactionId: null,
    deskId: "desk-1",
    madeBy: "desk-1",
    reason: "",
    idempotencyKey: "key-1",
    fingerprint: "fingerprint-1",
    createdAt: MOVED_AT,
    completedAt: null,
    expiresAt: null,
    isAlertDue: false,
    endingSince: null,
    correctsId: null,
    ...change,
  };
}

/** A top-up of 12.50 USD at a desk of its own, or what `change` makes of it. */
export function aDraft(change: Partial<MovementDraft> = {}): MovementDraft {
  const deskId = change.deskId ?? crypto.randomUUID();
  return {
    kind: "top_up",
    accountId: crypto.randomUUID(),
    direction: "credit",
    amountMinor: 12_50,
    currency: "USD",
    deskId,
    madeBy: deskId,
    reason: "",
    idempotencyKey: crypto.randomUUID(),
    limits: { transactionMaxMinor: 100_00, dayMaxMinor: 200_00, dayFrom: 0 },
    merchantId: null,
    approvalMs: null,
    ...change,
  };
}

export function aPayOut(change: Partial<MovementDraft> = {}): MovementDraft {
  return aDraft({ kind: "pay_out", direction: "debit", approvalMs: 120_000, ...change });
}

/** The dependencies with a ledger that gives these results, the last one again and again, and notes what it was asked for. */
export function withLedger(...results: readonly TransferResult[]) {
  const asked: LedgerTransfer[] = [];
  const ledger: Dependencies["ledger"] = {
    ...deps.ledger,
    hasMoved: async (key) => asked.some((transfer) => transfer.key === key),
    async transfer(transfer) {
      asked.push(transfer);
      return results[asked.length - 1] ?? results.at(-1) ?? { outcome: "unknown" };
    },
  };
  const config = { ...deps.config, ledger: { ...deps.config.ledger, isEmbedded: false } };
  return { deps: { ...deps, config, ledger }, asked };
}

export const SETTLED = { outcome: "settled", transactionId: "tx-1" } as const;
export const UNKNOWN = { outcome: "unknown" } as const;
export const DECLINED = { outcome: "declined", reason: "insufficient_funds" } as const;

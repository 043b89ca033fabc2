import { movements } from "../../db/schema/movements.ts";
import { keptRowsOf } from "../../db/wallet/wallet-rows.ts";
import type { WalletPart } from "../../services/dependencies.ts";

export const wallet: WalletPart = {
  rows: {
    movements: keptRowsOf(movements, movements.accountId, [
      ...(["id", "kind", "direction", "amountMinor", "currency", "status", "declineReason"] as const),
      ...(["ledgerTransactionId", "deskId", "reason", "createdAt", "completedAt", "expiresAt"] as const),
    ]),
  },
};

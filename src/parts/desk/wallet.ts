import { keptRowsOf } from "#core/db/wallet/wallet-rows.ts";
import type { WalletPart } from "#core/services/dependencies.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { listVenues } from "./db/movements.ts";
import { movements } from "./db/schema/movements.ts";
import { listPayOuts, rejectPayOuts } from "./services/pay-outs.ts";
import { PAY_OUT_EVENTS, presentPayOut, TOP_UP_EVENTS } from "./wire/customer-movements.ts";

declare global {
  interface PartApprovals {
    pay_outs: Wire<"PayOut">[];
  }
}

const OF_MOVEMENTS = ["top_up", "pay_out", "adjustment"];

export const wallet: WalletPart = {
  rows: {
    movements: keptRowsOf(movements, movements.accountId, [
      ...(["id", "kind", "direction", "amountMinor", "currency", "status", "declineReason"] as const),
      ...([
        "ledgerTransactionId",
        "deskId",
        "reason",
        "createdAt",
        "completedAt",
        "expiresAt",
        "correctsId",
      ] as const),
    ]),
  },
  events: { ...PAY_OUT_EVENTS, ...TOP_UP_EVENTS },
  async listVenues({ db }, walletId, transactions) {
    const moved = transactions.filter(({ transaction_type: kind }) => OF_MOVEMENTS.includes(kind));
    return await listVenues(
      db,
      walletId,
      moved.map(({ transaction_id: id }) => id),
    );
  },
  async listApprovals(deps, walletId) {
    return { pay_outs: (await listPayOuts(deps, walletId)).map(presentPayOut) };
  },
  rejectWaiting: rejectPayOuts,
};

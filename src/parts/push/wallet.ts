import { pushSubscriptions } from "#core/db/schema/wallet.ts";
import { rowsOf } from "#core/db/wallet/wallet-rows.ts";
import type { WalletPart } from "#core/services/dependencies.ts";

export const wallet: WalletPart = {
  rows: { push_subscriptions: rowsOf(pushSubscriptions, ["createdAt"]) },
};

import { pushSubscriptions } from "../../db/schema/wallet.ts";
import { rowsOf } from "../../db/wallet/wallet-rows.ts";
import type { WalletPart } from "../../services/dependencies.ts";

export const wallet: WalletPart = {
  rows: { push_subscriptions: rowsOf(pushSubscriptions, ["createdAt"]) },
};

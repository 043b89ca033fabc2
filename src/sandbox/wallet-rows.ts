import { rowsOf, type WalletSections } from "#core/db/wallet/wallet-rows.ts";
import { sandboxGrants, sandboxWallets, walletEvents } from "./db/schema.ts";

export const WALLET_ROWS: WalletSections = {
  sandbox_wallets: rowsOf(sandboxWallets, ["merchantId"]),
  sandbox_grants: rowsOf(sandboxGrants, ["currency", "balanceMinor", "createdAt"]),
  sandbox_events: rowsOf(walletEvents, ["id", "cloudEvent"]),
};

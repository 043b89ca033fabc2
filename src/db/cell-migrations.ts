import initial from "../../migrations/cells/0000_initial.sql";
import sweepPositionsWaiting from "../../migrations/cells/0001_sweep_positions_waiting.sql";
import blocksOfWallets from "../../migrations/cells/0002_blocks_of_wallets.sql";
import publicMerchants from "../../migrations/cells/0003_public_merchants.sql";

/** All that a cell's tables are made by, in order. */
export const CELL_MIGRATIONS: readonly string[] = [
  initial,
  sweepPositionsWaiting,
  blocksOfWallets,
  publicMerchants,
];

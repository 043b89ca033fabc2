// The tables whose rows are in several shards: cells have them, and home has them from before there were cells.
import { getTableName } from "drizzle-orm";
import * as schema from "#core/db/schema/cells.ts";

const { merchants, counters, accountCopies, sweepPositions, operatorAlerts, ...others } = schema;
/** Rows of wallets are in cells of their own. */
const {
  blockedMerchants,
  latestBlocks,
  lastScanTokens,
  movedWallets,
  walletIntents,
  walletShards,
  ...ofPayments
} = others;

/** SQL and code name them so. */
export const PAYMENT_TABLES = Object.values(ofPayments).map(getTableName);
export const PAYMENT_TABLES_IN_CODE = Object.keys(ofPayments);

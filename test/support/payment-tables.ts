// The tables whose rows are in several places: cells have them, and home has them from before there were cells.
import { getTableName } from "drizzle-orm";
import * as schema from "#core/db/schema/cells.ts";

const { merchants, counters, accountCopies, sweepPositions, operatorAlerts, ...others } = schema;
/** Of wallets: in cells of their own. */
const {
  blockedMerchants,
  latestBlocks,
  lastScanTokens,
  movedWallets,
  walletIntents,
  walletPlaces,
  ...ofPayments
} = others;

/** As SQL and as code name them. */
export const PAYMENT_TABLES = Object.values(ofPayments).map(getTableName);
export const PAYMENT_TABLES_IN_CODE = Object.keys(ofPayments);

import initial from "../../migrations/cells/0000_initial.sql";
import accountCopies from "../../migrations/cells/0001_account_copies.sql";
import operatorAlerts from "../../migrations/cells/0002_operator_alerts.sql";

/** All that a cell's tables are made by, in order. */
export const CELL_MIGRATIONS: readonly string[] = [initial, accountCopies, operatorAlerts];

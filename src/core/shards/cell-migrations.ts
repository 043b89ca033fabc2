import initial from "../../../migrations/cells/0000_release_1.sql";

/** All that a cell's tables are made by, in order. */
export const CELL_MIGRATIONS: readonly string[] = [initial];

import { env } from "cloudflare:workers";

/** With cells, tests have those whose names are one digit. */
export const CELL_NAMES = env.CELLS ? [..."0123456789abcdef"] : [];

/** CELLS in test/vitest.config.ts spreads the merchants with this slot over 16 cells. */
export const SPREAD_SLOT = "5b2ea";
export const SPREAD_NAMES = CELL_NAMES.map((digit) => SPREAD_SLOT + digit);

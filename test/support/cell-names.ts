import { env } from "cloudflare:workers";

/** With cells, tests have those whose names are one digit. */
export const CELL_NAMES = env.CELLS ? [..."0123456789abcdef"] : [];

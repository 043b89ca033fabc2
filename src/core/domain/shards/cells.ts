// Where payments are: at home, which is D1, or in cells, which are further databases for new payments. No payment is ever
// moved.

/** The shard that is D1. The name of a cell of payments is hexadecimal digits. */
export const HOME = "home";
export const CELL_NAME = /^[0-9a-f]{1,8}$/;
/** What the name of a cell of wallets begins with; four digits follow. */
export const WALLET_CELL = "w";
export const ANY_CELL_NAME = /^([0-9a-f]{1,8}|w[0-9a-f]{4})$/;

/** What D1, and what a cell, can hold. */
export const DATABASE_BYTES_MAX = 10_000_000_000;

/** Between two sweeps of a cell in which nothing is unfinished. */
export const IDLE_SWEEP_MS = 10 * 60_000;

/** Between two reports of a cell to home in which nothing is new. */
export const IDLE_REPORT_MS = 2 * IDLE_SWEEP_MS;

/** Ends a cell's object that is to go back to an earlier time: its callers see that. */
export const RESTART_REASON = "the cell is restored";

/** Names it for the log, in which home has no name. */
export function cellOf({ name }: { name: string }): string | undefined {
  return name === HOME ? undefined : name;
}

/** A merchant's cells are named by up to so many digits, or by more if its payments are spread over many cells. */
export const SLOT_DIGITS = 5;

/** From then on, epoch milliseconds, new payments go to the cells whose names have so many digits. */
interface CellSetting {
  digits: number;
  since: number;
  /** The merchants with this slot are spread: only they go there. Without one, all others do. */
  slot?: string | undefined;
}

/** It has the text that CELLS has for it. */
export interface CellEntry extends CellSetting {
  text: string;
}

/** They are in order of time; empty when everything is at home. */
export type Cells = readonly CellSetting[];

// What the tests of a part add to the tests' tables: `test/parts/<name>/rows.ts`.
import type { TestCounter } from "./counters.ts";
import type { TestMerchant, TestWallet } from "./parties.ts";
import type { Rows } from "./role-rows.ts";

export interface PartRows {
  /** Rows of the table of roles. */
  ROLES?: Rows;
  /** What a stranger tries with its routes, where the row of the table does not say it: see isolation-checks.ts. */
  CHECKS?: Record<string, () => Promise<void>>;
  /** Routes that show pages: no token, nothing of a merchant but what is public, not in the document. */
  PAGES?: readonly string[];
  /** Stores a row in each of its tables in which the stories of other tests leave none. */
  store?: (merchantId: string) => Promise<void>;
  /** Gets each success of its operations once. */
  play?: (by: { merchant: TestMerchant; counter: TestCounter; wallet: TestWallet }) => Promise<void>;
}

const rows: PartRows[] = Object.values(import.meta.glob(["../parts/*/rows.ts"], { eager: true }));

export const PART_ROLES: Rows = Object.assign({}, ...rows.map(({ ROLES }) => ROLES));
export const PART_CHECKS: Record<string, () => Promise<void>> = Object.assign(
  {},
  ...rows.map(({ CHECKS }) => CHECKS),
);
export const PART_STORES = rows.flatMap(({ store }) => store ?? []);
export const PART_PLAYS = rows.flatMap(({ play }) => play ?? []);
const PAGES = new Set(rows.flatMap(({ PAGES: pages }) => pages ?? []));

export function isPageOfPart(route: string): boolean {
  return PAGES.has(route);
}

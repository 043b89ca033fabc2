// What the rows of the table of roles are made of.
import type { TestMerchant } from "./parties.ts";
import { UNKNOWN_ID } from "./paths.ts";

export const CALLERS = [
  "merchant client",
  "counter client",
  "counter client with both rights",
  "dashboard user",
  "dashboard user of the staff",
  "admin",
  "admin with a merchant",
  "customer",
  "customer with a merchant",
  "token without anything",
  "dashboard user without a merchant",
] as const;
export type Caller = (typeof CALLERS)[number];

/** The expected status; or 403 with F `Forbidden`, M `merchant_id missing in token`, O for a missing owner or S for a machine. */
export type Cell = number | "F" | "M" | "O" | "S";
export type Row = Record<Caller, Cell>;

/** Without cells for staff and for a counter's rights: they do what user and counter may unless the row says otherwise. */
export function row(...cells: [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]): Row {
  const [client, counter, user, ...others] = cells;
  const all = [client, counter, counter, user, user, ...others];
  return Object.fromEntries(CALLERS.map((caller, index) => [caller, all[index]])) as Row;
}

export const MERCHANT_OR_COUNTER = row(200, 200, 200, "M", 200, "F", "F", "M", "M");
export const MERCHANT_ONLY = row(200, "F", 200, "M", 200, "F", "F", "M", "M");
export const OWNER_ONLY: Row = { ...MERCHANT_ONLY, "dashboard user of the staff": "O" };
export const SIGNED_IN: Row = { ...MERCHANT_ONLY, "merchant client": "S", "admin with a merchant": "S" };
export const SIGNED_IN_OWNER: Row = { ...SIGNED_IN, "dashboard user of the staff": "O" };
export const ADMIN_ONLY = row("F", "F", "F", 200, 200, "F", "F", "F", "F");
/** By no token: see contract/session-kinds. */
export const DESK_ONLY = row("F", "F", "F", "F", "F", "F", "F", "F", "F");
export const CUSTOMER_ONLY = row("F", "F", "F", "F", "F", 200, 200, "F", "F");

/** Makes a row with another status of success: 404 when the request's id is unknown. */
export function withStatus(status: number, cells: Row): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([caller, cell]) => [caller, typeof cell === "number" ? status : cell]),
  ) as Row;
}

/** Serves operations about the merchant's own intent, which is not found with both rights. */
export function confined(cells: Row): Row {
  return { ...cells, "counter client with both rights": 404 };
}

export interface Operation {
  row: Row;
  /** A request that succeeds for every caller with access. */
  request: (merchant: TestMerchant) => Promise<{ path: string; json?: unknown }>;
}

export const at = (path: string, json?: unknown) => async () => ({ path, json });

/** A row alone, or with the body of the request, has the request that its route names: with an unknown id for each in the path. */
export type Rows = Record<string, Row | [row: Row, json: unknown] | Operation>;

export function operationsOf(rows: Rows): Record<string, Operation> {
  const operations = Object.entries(rows).map(([name, given]): [string, Operation] => {
    if ("request" in given) return [name, given];
    const [cells, json] = Array.isArray(given) ? given : [given, undefined];
    const path = name.replace(/^\w+ /, "").replaceAll(/:\w+/g, UNKNOWN_ID);
    return [name, { row: cells, request: at(path, json) }];
  });
  return Object.fromEntries(operations);
}

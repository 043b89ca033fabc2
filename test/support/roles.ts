// The table of DESIGN §4: one column a kind of caller.

export const CALLERS = [
  "merchant client",
  "counter client",
  "dashboard user",
  "admin",
  "admin with a merchant",
  "customer",
  "customer with a merchant",
  "token without anything",
  "dashboard user without a merchant",
] as const;
export type Caller = (typeof CALLERS)[number];

/** A status; or a refusal: F `Forbidden`, M `merchant_id missing in token`. */
export type Cell = number | "F" | "M";
export type Row = Record<Caller, Cell>;

export function row(...cells: [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]): Row {
  return Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index]])) as Row;
}

export const MERCHANT_OR_COUNTER = row(200, 200, 200, "M", 200, "F", "F", "M", "M");
export const MERCHANT_ONLY = row(200, "F", 200, "M", 200, "F", "F", "M", "M");
export const ADMIN_ONLY = row("F", "F", "F", 200, 200, "F", "F", "F", "F");
export const CUSTOMER_ONLY = row("F", "F", "F", "F", "F", 200, 200, "F", "F");

/** The row of an operation whose success has another status; 404 where the id of the request is nobody's. */
export function answering(status: number, cells: Row): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([caller, cell]) => [caller, typeof cell === "number" ? status : cell]),
  ) as Row;
}

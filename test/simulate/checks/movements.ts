// What became of the desk's movements: each has ended, and has moved its money once or not at all.
import type { Movement } from "../../../src/domain/movement.ts";
import { transferKeyOf } from "../../../src/domain/movement.ts";
import type { MovementHistory } from "../clients.ts";
import { LIMITS } from "../movement-requests.ts";
import { walletId } from "../shop.ts";
import type { World } from "../world.ts";

type Row = Pick<Movement, "id" | "kind" | "status"> & {
  amount_minor: number;
  account_id: string;
  created_at: number;
};

export function checkMovements(world: World, history: MovementHistory): string[] {
  const moved = world.ledger.transactions.filter(({ kind }) => kind === "top_up" || kind === "pay_out");
  const rows = world.rows.query("SELECT * FROM movements ORDER BY id") as unknown as Row[];
  return [
    ...rows.flatMap((row) => checkRow(row, moved)),
    ...checkKeys(history, moved),
    ...checkDay(world, rows),
  ];
}

type Moved = World["ledger"]["transactions"];

function checkRow(row: Row, moved: Moved): string[] {
  const about = `movement ${row.id.slice(-6)} (${row.kind})`;
  if (row.status === "processing" || row.status === "awaiting_approval")
    return [`${about} is still ${row.status}`];
  const own = moved.filter(({ key }) => key === transferKeyOf(row));
  const isRight = own.every(({ minor, from, to }) => {
    const account = row.kind === "top_up" ? to : from;
    return minor === row.amount_minor && account === row.account_id;
  });
  const expected = row.status === "completed" ? 1 : 0;
  if (own.length !== expected) return [`${about} is ${row.status} with ${own.length} transfers`];
  return isRight ? [] : [`${about} moved something else`];
}

/** Each command has an amount of its own. A restored database may forget a movement, but must not repeat its transfer. */
function checkKeys(history: MovementHistory, moved: Moved): string[] {
  const violations: string[] = [];
  for (const { do: kind, wallet, minor, key } of history.commands.values()) {
    const own = moved.filter((each) => {
      const account = each.kind === "top_up" ? each.to : each.from;
      return each.kind === kind && each.minor === minor && account === walletId(wallet);
    });
    if (own.length > 1) violations.push(`the desk's ${key} has moved ${own.length} times`);
    if (own.length === 0 && history.completed.has(key)) violations.push(`the desk's ${key} moved nothing`);
  }
  return violations;
}

/** A restored database may have forgotten some. */
function checkDay(world: World, rows: readonly Row[]): string[] {
  if (world.hasBeenRestored) return [];
  const sums = new Map<string, number>();
  for (const { kind, status, created_at, amount_minor } of rows) {
    const day = `${kind}s of ${new Date(created_at).toISOString().slice(0, 10)}`;
    if (status === "completed") sums.set(day, (sums.get(day) ?? 0) + amount_minor);
  }
  const over = [...sums].filter(([, sum]) => sum > LIMITS.dayMaxMinor);
  return over.map(([day, sum]) => `the desk's ${day} add up to ${sum}`);
}

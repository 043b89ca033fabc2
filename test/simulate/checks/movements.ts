// What became of the desk's movements: each has ended, and has moved its money once or not at all.
import type { Movement } from "#parts/desk/domain/movement.ts";
import { transferKeyOf } from "#parts/desk/domain/movement.ts";
import type { OtherRequest } from "../history.ts";
import type { MovementCommand } from "../plan.ts";
import { LIMITS, walletId } from "../shop.ts";
import type { World } from "../world.ts";
import { stopsOf } from "./stops.ts";

type Row = Pick<Movement, "id" | "kind" | "status" | "direction"> & {
  amount_minor: number;
  account_id: string;
  created_at: number;
  corrects_id: string | null;
};

export function checkMovements(world: World, requests: readonly OtherRequest[]): string[] {
  const moved = world.ledger.transactions.filter(({ kind }) => kind !== "payment" && kind !== "refund");
  const movements = requests.filter(isMovement);
  const rows = world.rows.query("SELECT * FROM movements ORDER BY id") as unknown as Row[];
  return [
    ...rows.flatMap((row) => checkRow(row, moved)),
    ...checkKeys(movements, moved),
    ...checkTokens(world),
    ...checkDay(world, rows),
    ...checkCorrections(world, rows),
    ...checkStops(world, requests, movements),
  ];
}

type Moved = World["ledger"]["transactions"];

function checkRow(row: Row, moved: Moved): string[] {
  const about = `movement ${row.id.slice(-6)} (${row.kind})`;
  if (row.status === "processing" || row.status === "awaiting_approval")
    return [`${about} is still ${row.status}`];
  const own = moved.filter(({ key }) => key === transferKeyOf(row));
  const isRight = own.every(({ minor, from, to }) => {
    const account = row.direction === "credit" ? to : from;
    return minor === row.amount_minor && account === row.account_id;
  });
  const expected = row.status === "completed" ? 1 : 0;
  if (own.length !== expected) return [`${about} is ${row.status} with ${own.length} transfers`];
  return isRight ? [] : [`${about} moved something else`];
}

type MovementRequest = OtherRequest<MovementCommand>;

function isMovement(request: OtherRequest): request is MovementRequest {
  return "key" in request.command;
}

/** Each command has an amount of its own. A restored database may forget a movement, but must not repeat its transfer. */
function checkKeys(requests: readonly MovementRequest[], moved: Moved): string[] {
  return requests.flatMap(({ command: { do: kind, wallet, minor, key, isOut }, outcome }) => {
    const own = moved.filter(
      (each) =>
        each.kind === kind && each.minor === minor && (isOut ? each.from : each.to) === walletId(wallet),
    );
    if (own.length > 1) return [`the desk's ${key} has moved ${own.length} times`];
    return own.length === 0 && outcome === "completed" ? [`the desk's ${key} moved nothing`] : [];
  });
}

/** A customer's code is good for one pay-out, of all that it was scanned for. */
function checkTokens({ rows, scanTokens, hasBeenRestored }: World): string[] {
  if (hasBeenRestored) return [];
  const made = rows.query(
    "SELECT idempotency_key AS key FROM movements WHERE kind = 'pay_out' AND corrects_id IS NULL",
  );
  const byToken = Map.groupBy(made, ({ key }) => scanTokens.get(String(key)));
  return [...byToken.values()].flatMap((own) =>
    own.length > 1 ? [`one scan token made the pay-outs ${own.map(({ key }) => key)}`] : [],
  );
}

/** From when a desk's stop is acknowledged until its end is asked for, nothing begins there. */
function checkStops(
  world: World,
  requests: readonly OtherRequest[],
  movements: readonly MovementRequest[],
): string[] {
  if (world.hasBeenRestored) return [];
  return stopsOf(requests, "stop_desk", "start_desk", () => true).flatMap(({ from, until }) =>
    movements.flatMap(({ command: { do: kind, key }, invokedAt, acknowledgedAt, outcome }) => {
      const isFirst = !movements.some((each) => each.command.key === key && each.invokedAt <= from);
      const isWithin = from < invokedAt && acknowledgedAt < until && kind !== "adjustment" && isFirst;
      const hasBegun = ["completed", "processing", "awaiting_approval", "rejected"].includes(outcome);
      return isWithin && hasBegun ? [`the stopped desk's ${key} is ${outcome}`] : [];
    }),
  );
}

/** A restored database may have forgotten one. */
function checkCorrections({ hasBeenRestored }: World, rows: readonly Row[]): string[] {
  const back = Map.groupBy(
    rows.filter(({ status }) => status === "completed"),
    (row) => row.corrects_id,
  );
  return hasBeenRestored
    ? []
    : rows.flatMap(({ id, amount_minor }) => {
        const sum = (back.get(id) ?? []).reduce((total, row) => total + row.amount_minor, 0);
        return sum > amount_minor ? [`top-up ${id.slice(-6)} of ${amount_minor} gave back ${sum}`] : [];
      });
}

/** A restored database may have forgotten some. */
function checkDay(world: World, rows: readonly Row[]): string[] {
  if (world.hasBeenRestored) return [];
  const sums = new Map<string, number>();
  for (const { kind, status, created_at, amount_minor } of rows.filter((row) => row.corrects_id === null)) {
    const day = `${kind}s of ${new Date(created_at).toISOString().slice(0, 10)}`;
    if (status === "completed") sums.set(day, (sums.get(day) ?? 0) + amount_minor);
  }
  const over = [...sums].filter(([, sum]) => sum > LIMITS.dayMaxMinor);
  return over.map(([day, sum]) => `the desk's ${day} add up to ${sum}`);
}

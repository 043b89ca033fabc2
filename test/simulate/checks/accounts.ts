// A suspension is in force in every shard from when it is acknowledged until its end is asked for; and cells have what home
// has of an account.
import { isDeepStrictEqual } from "node:util";
import { HOME } from "#core/domain/shards/cells.ts";
import { type Clients, isCreation } from "../clients.ts";
import type { Operation, OtherRequest } from "../history.ts";
import { type Command, MERCHANTS, type OtherCommand } from "../plan.ts";
import type { World } from "../world.ts";
import { type Stop, stopsOf } from "./stops.ts";

/** A database that is restored forgets suspensions, blocks, and who has copies. */
export function checkAccounts(world: World, { requests, history }: Clients): string[] {
  if (world.hasBeenRestored) return [];
  const suspensions = stopsOf(requests, "suspend", "reinstate", isOfSameMerchant);
  const violations = history.flatMap((operation) => {
    const { command, response, slot } = operation;
    const isBegun =
      response.outcome === "ok" && (isCreation(command) || isPayment(operation) || isByMerchant(operation));
    if (!isBegun || !suspensions.some((each) => isStoppedBy(each, operation, history))) return [];
    return [`intent ${slot.intentId?.slice(-6)}: ${command.do} after its merchant's suspension`];
  });
  return [...violations, ...checkBlocks(requests, history), ...checkCopies(world)];
}

export function isOfSameMerchant(one: Command, other: Command): boolean {
  return "merchant" in one && "merchant" in other && one.merchant === other.merchant;
}

/** A request of a merchant whom its customer has blocked is not made. An erasure ends the blocks. */
function checkBlocks(requests: readonly OtherRequest[], history: readonly Operation[]): string[] {
  const isSame = (one: OtherCommand, other: OtherCommand) =>
    isOfSameMerchant(one, other) && "wallet" in one && "wallet" in other && one.wallet === other.wallet;
  const all = requests.flatMap((each): OtherRequest[] => {
    if (each.command.do !== "erase") return [each];
    const { wallet } = each.command;
    return Array.from({ length: MERCHANTS }, (_, merchant) => ({
      ...each,
      command: { do: "unblock", wallet, merchant },
    }));
  });
  return stopsOf(all, "block", "unblock", isSame).flatMap(({ command: block, from, until }) =>
    history.flatMap(({ command, response, slot, invokedAt, returnedAt }) => {
      const isMade = command.do === "scan" && response.outcome === "ok" && isSame(block, command as never);
      if (!isMade || invokedAt <= from || returnedAt >= until) return [];
      return [`intent ${slot.intentId?.slice(-6)} is a request of a merchant that its customer had blocked`];
    }),
  );
}

/** But a payment that was asked for before may have begun. */
function isStoppedBy(
  { command, from, until }: Stop,
  operation: Operation,
  history: readonly Operation[],
): boolean {
  const { slot, invokedAt, returnedAt } = operation;
  const isTheirs = "merchant" in command && command.merchant === slot.merchant;
  const isWithin = isTheirs && from < invokedAt && returnedAt < until;
  if (!isWithin || isByMerchant(operation)) return isWithin;
  return !history.some((each) => each.slot === slot && isPayment(each) && each.invokedAt <= from);
}

function isByMerchant({ command }: Operation): boolean {
  return command.do === "cancel" || command.do === "withdraw" || command.do === "refund";
}

function isPayment({ command }: Operation): boolean {
  return command.do === "confirm" || command.do === "approve";
}

function checkCopies({ shards, rows }: World): string[] {
  const stale = rows.query("SELECT cell FROM account_copies WHERE copied_version < version");
  const accountsIn = (shard: typeof rows, ids: readonly unknown[]) =>
    ["SELECT *, NULL AS email FROM merchants WHERE id", "SELECT * FROM counters WHERE merchant_id"].map(
      (sql) => shard.query(`${sql} IN (SELECT value FROM json_each(?)) ORDER BY id`, [JSON.stringify(ids)]),
    );
  const old = [...shards].filter(([name, cell]) => {
    const ids = cell.query("SELECT id FROM merchants").map(({ id }) => id);
    return name !== HOME && !isDeepStrictEqual(accountsIn(cell, ids), accountsIn(rows, ids));
  });
  return [
    ...stale.map(({ cell }) => `the cell ${cell} lacks the change of an account`),
    ...old.map(([name]) => `the cell ${name} has an old account`),
  ];
}

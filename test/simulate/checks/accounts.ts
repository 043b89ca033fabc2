// A suspension is in force in every place from when it is acknowledged until its end is asked for; and cells have what home
// has of an account.
import { isDeepStrictEqual } from "node:util";
import { HOME } from "../../../src/domain/cells.ts";
import { type Clients, isCreation } from "../clients.ts";
import type { MerchantRequest, Operation } from "../history.ts";
import { REQUEST_MS_MAX, type World } from "../world.ts";

/** A database that is restored forgets suspensions, and who has copies. */
export function checkAccounts(world: World, { requests, history }: Clients): string[] {
  if (world.hasBeenRestored) return [];
  const suspensions = requests.flatMap((request) => suspensionOf(request, requests));
  const violations = history.flatMap((operation) => {
    const { command, response, slot } = operation;
    const isBegun = response.outcome === "ok" && (isCreation(command) || isPayment(operation));
    if (!isBegun || !suspensions.some((each) => isStoppedBy(each, operation, history))) return [];
    return [`intent ${slot.intentId?.slice(-6)}: ${command.do} after its merchant's suspension`];
  });
  return [...violations, ...checkCopies(world)];
}

interface Suspension {
  merchant: number;
  from: number;
  until: number;
}

/** None when a reinstatement may have come later. */
function suspensionOf(
  { command: { do: name, merchant }, invokedAt, acknowledgedAt: from }: MerchantRequest,
  requests: readonly MerchantRequest[],
): Suspension[] {
  if (name !== "suspend" || from === Number.POSITIVE_INFINITY) return [];
  const ends = requests.filter(({ command }) => command.do === "reinstate" && command.merchant === merchant);
  const lastEffectOf = (end: MerchantRequest) => Math.min(end.acknowledgedAt, end.invokedAt + REQUEST_MS_MAX);
  if (ends.some((end) => end.invokedAt < from && lastEffectOf(end) > invokedAt)) return [];
  const until = Math.min(...ends.map((end) => end.invokedAt).filter((at) => at >= from));
  return [{ merchant, from, until }];
}

/** But a payment that was asked for before may have begun. */
function isStoppedBy(
  { merchant, from, until }: Suspension,
  { slot, invokedAt, returnedAt }: Operation,
  history: readonly Operation[],
): boolean {
  const isWithin = slot.merchant === merchant && from < invokedAt && returnedAt < until;
  return isWithin && !history.some((each) => each.slot === slot && isPayment(each) && each.invokedAt <= from);
}

function isPayment({ command }: Operation): boolean {
  return command.do === "confirm" || command.do === "approve";
}

function checkCopies({ places, rows }: World): string[] {
  const stale = rows.query("SELECT cell FROM account_copies WHERE copied_version < version");
  const accountsIn = (place: typeof rows, ids: readonly unknown[]) =>
    ["SELECT *, NULL AS email FROM merchants WHERE id", "SELECT * FROM counters WHERE merchant_id"].map(
      (sql) => place.query(`${sql} IN (SELECT value FROM json_each(?)) ORDER BY id`, [JSON.stringify(ids)]),
    );
  const old = [...places].filter(([name, cell]) => {
    const ids = cell.query("SELECT id FROM merchants").map(({ id }) => id);
    return name !== HOME && !isDeepStrictEqual(accountsIn(cell, ids), accountsIn(rows, ids));
  });
  return [
    ...stale.map(({ cell }) => `the cell ${cell} lacks the change of an account`),
    ...old.map(([name]) => `the cell ${name} has an old account`),
  ];
}

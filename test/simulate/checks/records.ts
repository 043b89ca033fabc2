// What D1, the objects and the ledger hold once every fault is over: I2, I3, I5 and the end of I11. Nothing may be stuck.
import { isDeepStrictEqual } from "node:util";
import { openDatabase } from "#core/db/client.ts";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import type { SimulatedRows } from "../platform/rows.ts";
import type { World } from "../world.ts";

export async function checkRecords(world: World): Promise<string[]> {
  const shards = [...world.shards.values()];
  const rows = new Map<string, PaymentIntent>();
  const violations: string[] = [];
  for (const shard of shards) {
    const db = openDatabase(databaseBinding(shard));
    for (const id of idsIn(shard, "payment_intents")) {
      const row = await findIntent(db, id);
      if (rows.has(id)) violations.push(`intent ${id.slice(-6)} is in two shards`);
      if (row !== null) rows.set(id, row);
    }
  }
  // An object that lost both D1's reply and its alarm repeats its events when it is next called; D1 delivers them.
  const known = new Set(shards.flatMap((shard) => idsIn(shard, "events")));
  for (const id of new Set([...rows.keys(), ...world.objects.hosts.keys()])) {
    const row = rows.get(id) ?? null;
    const document = world.objects.hosts.get(id)?.contents.now.values.get("document");
    const faults = checkIntent(row, document === undefined ? null : JSON.parse(document), known);
    if (row !== null) faults.push(...checkMoney(world, row));
    violations.push(...faults.map((fault) => `intent ${id.slice(-6)}: ${fault}`));
  }
  return [...violations, ...checkBalances(world)];
}

function idsIn(shard: SimulatedRows, table: "payment_intents" | "events"): string[] {
  return shard.query(`SELECT id FROM ${table} ORDER BY id`).map(({ id }) => String(id));
}

/** Checks every write as it happens, because what it loses may be put back later. */
export function watchRecords(world: World): void {
  const { rows, objects, violations } = world;
  const watch = (shard: SimulatedRows) => {
    shard.onOlderVersion = (id) =>
      violations.push(`intent ${id.slice(-6)}: D1 went back to an older version`);
  };
  watch(rows);
  world.cells.onRows = watch;
  objects.onStored = (id, values) => {
    const document = values.get("document");
    if (document === undefined || world.hasBeenRestored) return;
    const { projectedVersion, place: shard = HOME } = JSON.parse(document) as Stored;
    const [row] =
      world.shards.get(shard)?.query("SELECT version FROM payment_intents WHERE id = ?", [id]) ?? [];
    if (Number(row?.version ?? 0) < projectedVersion)
      violations.push(`intent ${id.slice(-6)}: its object takes D1 for newer than it is`);
  };
}

interface Stored {
  intent: PaymentIntent;
  place?: string;
  outbox: { id: string }[];
  projectedVersion: number;
}

function checkIntent(
  row: PaymentIntent | null,
  document: Stored | null,
  known: ReadonlySet<string>,
): string[] {
  const violations: string[] = [];
  const current = document?.intent ?? row;
  if (current === null) return [];
  if (current.operation !== null) violations.push(`the operation ${current.operation.key} has not ended`);
  if (current.status === "pending" || current.status === "pending_approval")
    violations.push("it is still open");
  if (current.refundStatus === "pending") violations.push("its refund is still pending");
  if ((current.status === "completed") !== (current.completedBy !== null))
    violations.push(`it is ${current.status} and completed by ${current.completedBy}`);
  if (document === null) return violations;
  if (row === null) violations.push("D1 has no row for it");
  else if (!isDeepStrictEqual(row, document.intent))
    violations.push(
      `D1 has version ${row.version} (${row.status}), its object ${current.version} (${current.status})`,
    );
  if (document.outbox.some(({ id }) => !known.has(id))) violations.push("events are still in the outbox");
  return violations;
}

function checkMoney(world: World, intent: PaymentIntent): string[] {
  const own = world.ledger.transactions.filter(({ intentId }) => intentId === intent.id);
  const settled = (kind: string) => own.filter((each) => each.kind === kind && each.status === "completed");
  const payments = settled("payment");
  const refunds = settled("refund");
  const violations: string[] = [];
  const expected = intent.status === "completed" ? 1 : 0;
  if (payments.length !== expected)
    violations.push(`it is ${intent.status} with ${payments.length} payments`);
  const expectedRefunds = intent.refundStatus === "completed" ? 1 : 0;
  if (refunds.length !== expectedRefunds)
    violations.push(`its refund is ${intent.refundStatus} with ${refunds.length} refunds`);
  if (refunds[0] !== undefined && intent.refundLedgerTxId !== refunds[0].id)
    violations.push(`its refund is ${refunds[0].id}, and it says ${intent.refundLedgerTxId}`);
  if (own.some(({ status }) => status === "pending")) violations.push("a transaction is still pending");
  for (const { minor, currency, from, to, kind } of [...payments, ...refunds]) {
    const [wallet, merchant] = kind === "payment" ? [from, to] : [to, from];
    const isRight =
      minor === intent.amountMinor && currency === intent.currency && merchant === intent.merchantId;
    if (!isRight || wallet !== intent.completedBy) violations.push(`its ${kind} moved something else`);
  }
  return violations;
}

function checkBalances({ ledger }: World): string[] {
  const sums = new Map<string, number>();
  const violations: string[] = [];
  for (const [key, balance] of ledger.balances) {
    const currency = key.slice(-3);
    sums.set(currency, (sums.get(currency) ?? 0) + balance);
    if (balance < 0 && !key.startsWith("float")) violations.push(`the balance of ${key} is ${balance}`);
  }
  for (const [currency, sum] of sums)
    if (sum !== 0) violations.push(`the ledger's ${currency} add up to ${sum}`);
  return violations;
}

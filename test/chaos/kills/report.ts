// The table at the end, and for each intent that disagrees everything that is known about it.
import { claimsOf } from "../judge/claims.ts";
import type { Disagreement, Evidence, Exchange } from "../judge/evidence.ts";
import { nameOf } from "../judge/intents.ts";
import { printTable, seconds } from "../table.ts";
import type { PlannedKill } from "./plan.ts";

/** A fault that hits every intent would fill the screen. */
const PRINTED_MAX = 20;

interface Run {
  plan: readonly PlannedKill[];
  killedForMs: number;
  waitedMs: number;
  isQuiet: boolean;
}

export function report(evidence: Evidence, disagreements: readonly Disagreement[], run: Run): void {
  printDisagreements(evidence, disagreements);
  const { exchanges, stored, arrivals } = evidence;
  const accepted = new Set(arrivals.filter(({ isSuccess }) => isSuccess).map(({ eventId }) => eventId));
  printTable("Lost, doubled or stuck?", [
    ["kill -9", countEach(run.plan, ({ moment }) => moment)],
    ["of the service, the ledger or both", countEach(run.plan, ({ victim }) => victim)],
    ["before that", countEach(run.plan, ({ trouble }) => trouble ?? "nothing else")],
    ["the kills took", seconds(run.killedForMs)],
    [
      "quiet after the last kill",
      run.isQuiet ? `after ${seconds(run.waitedMs)}` : `not within ${seconds(run.waitedMs)}`,
    ],
    ["requests", exchanges.length],
    ...responseRows(exchanges),
    ["intents", countEach(stored.intents, ({ status }) => status)],
    ["where they are", countEach(stored.intents, ({ shard }) => shard)],
    [
      "refunds",
      countEach(
        stored.intents.filter(({ refundStatus }) => refundStatus),
        ({ refundStatus }) => `${refundStatus}`,
      ),
    ],
    ["movements", countEach(stored.movements, ({ kind, status }) => `${kind} ${status}`)],
    ["ledger transactions", countEach(stored.transactions, (row) => `${row.transactionType} ${row.status}`)],
    ["events", stored.events.length],
    ["webhook requests received", `${arrivals.length}, ${accepted.size} events accepted`],
    ["disagreements", disagreements.length],
  ]);
}

function responseRows(exchanges: readonly Exchange[]): [string, string][] {
  const kinds = countEach(exchanges, ({ response }) =>
    response === null ? "cut off" : `${Math.floor(response.status / 100)}xx`,
  );
  return [["responses", kinds]];
}

function countEach<Item>(items: readonly Item[], kindOf: (item: Item) => string): string {
  const groups = [...Map.groupBy(items, kindOf)].sort(([a], [b]) => a.localeCompare(b));
  return groups.map(([kind, group]) => `${group.length} ${kind}`).join(", ") || "none";
}

function printDisagreements(evidence: Evidence, disagreements: readonly Disagreement[]): void {
  const groups = [...Map.groupBy(disagreements, ({ intentId }) => intentId)];
  for (const [intentId, faults] of groups.slice(0, PRINTED_MAX)) {
    console.log(`\n${intentId === null ? "Not about one intent" : `Payment intent ${intentId}`}`);
    for (const { fault } of faults.slice(0, PRINTED_MAX)) console.log(`  WRONG: ${fault}`);
    if (intentId !== null) for (const line of describe(intentId, evidence)) console.log(`  ${line}`);
  }
  if (groups.length > PRINTED_MAX) console.log(`\n… and ${groups.length - PRINTED_MAX} more intents.`);
}

function* describe(intentId: string, { exchanges, stored, arrivals }: Evidence): Generator<string> {
  const { payloads, ...rows } = storedAbout(intentId, stored);
  const references = new Set(rows.intents.map(({ reference }) => reference));
  for (const exchange of exchanges) {
    const isAbout =
      exchange.path.includes(intentId) ||
      (exchange.request !== null && references.has(String(exchange.request.reference))) ||
      claimsOf(exchange).some((claim) => claim.intentId === intentId && !claim.isFromList);
    if (isAbout) yield `${timeOf(exchange.sentAt)} ${nameOf(exchange)} ${bodyOf(exchange)}`;
  }
  for (const [name, found] of Object.entries(rows))
    for (const row of found) yield `D1 ${name}: ${JSON.stringify(row)}`;
  for (const { eventId, isSuccess, isVerified } of arrivals.filter((arrival) =>
    payloads.has(arrival.eventId),
  ))
    yield `receiver: ${eventId} ${isSuccess ? "accepted" : "failed"}${isVerified ? "" : ", no valid signature"}`;
}

function storedAbout(intentId: string, { intents, events, transactions }: Evidence["stored"]) {
  const own = events.filter((event) => event.intentId === intentId);
  return {
    payloads: new Set(own.map(({ id }) => id)),
    intents: intents.filter(({ id }) => id === intentId),
    events: own.map(({ payload, ...event }) => event),
    ledger_transactions: transactions.filter((transaction) => transaction.intentId === intentId),
  };
}

function bodyOf({ response }: Exchange): string {
  if (response === null) return "";
  const { payment_intent: view, code } = response.body as {
    payment_intent?: Record<string, unknown>;
    code?: string;
  };
  if (view === undefined) return code ?? "";
  return `${view.status}, completed_by ${view.completed_by}, refund_status ${view.refund_status}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

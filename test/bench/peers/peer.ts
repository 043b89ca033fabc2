// What the comparison asks of each system, whose own file says it in the words of its API.
import type { SpawnOptions } from "node:child_process";
import { openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { endChild, startChild, waitUntilUp } from "#scripts/child-process.ts";

export interface Peer {
  name: string;
  /** How many times as many requests as of the slowest it takes to measure it by ticks of 10 ms. */
  requestsFactor: number;
  /** How long a refund goes on after its response. */
  refundSettlesMs?: number;
  /** Into the user's cache, unless it is there. Throws when that fails. */
  install(): Promise<void>;
  start(place: Place): Promise<End>;
  /** Makes a shop and a customer. */
  open(place: Place): Promise<Shop>;
  /** Stores 100,000 copies of a payment. */
  copy(state: string, id: string): void;
  /** The id of the payment that a webhook reports as paid. */
  paidIn(webhook: unknown): string | undefined;
}

export type End = () => Promise<void>;

/** `state` is a folder of its own, and its webhooks go to `receiver`. */
export type Place = Record<"state" | "url" | "receiver", string> & { port: number };

/** The list is of the 20 newest. */
export type Shop = { create(): Promise<Payment>; list(): Promise<unknown> };

/** The shop reads it, and the customer polls it. */
export type Payment = Record<"read" | "poll" | "pay" | "refund", () => Promise<unknown>> & { id: string };

/** What a customer buys, everywhere. */
export const ORDER = { amount: 12.5, currency: "USD", reference: "order-1", description: "Coffee" };

const TIMEOUT_MS = 120_000;
const COPIES = 100_000;

/** Posts what has a body. Throws for any status but 2xx. */
export async function ask<Body>(
  url: string,
  asked: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<{ body: Body; headers: Headers }> {
  const { body, method = body ? "POST" : "GET" } = asked;
  const headers = { ...(body && { "content-type": "application/json" }), ...asked.headers };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return { body: (await response.json()) as Body, headers: response.headers };
}

/** Stores copies of a row. In `values`, SQL by column: `i` counts from 1. Every other column stays as it is. */
export function copyRow(file: string, from: string, where: string, values: Record<string, string>): void {
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(from);
  const names = columns.map(({ name }) => `${name}`);
  database.exec(`WITH RECURSIVE copies(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copies WHERE i < ${COPIES})
    INSERT INTO "${from}" (${names}) SELECT ${names.map((name) => values[name] ?? `sample.${name}`)}
    FROM copies, (SELECT * FROM "${from}" WHERE ${where}) AS sample`);
  database.close();
}

/** Resolves when it responds. */
export async function startProgram(
  [program = "", ...args]: readonly string[],
  { url, state }: Place,
  { health, ...options }: SpawnOptions & { health: string },
): Promise<End> {
  const log = `${state}/log`;
  const output = openSync(log, "a");
  const child = startChild(program, args, { ...options, stdio: ["ignore", output, output] });
  await waitUntilUp(child, url + health, TIMEOUT_MS, log);
  return () => endChild(child, "SIGTERM");
}

// Runs the statements that statements.ts has recorded. The baseline prepares them once and binds new values
// for each request.
import type { DatabaseCall, Statement, Statements } from "./statements.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** A parameter is a time if it is at most this much later than the recording. */
const TIMES_MS = 31 * 24 * 60 * 60_000;

/** Maps the ids in the recorded parameters to the ids of one request. */
type Ids = Map<string, string>;
type Row = Record<string, unknown>;

/** Makes the calls one after another and returns the rows of the first statement. */
export type RunCalls = (given?: { intentId?: string; eventId?: string }) => Promise<Row[]>;

export type CallsName = {
  [Name in keyof Statements]: Statements[Name] extends DatabaseCall[] ? Name : never;
}[keyof Statements];

export function prepareCalls(db: D1Database, statements: Statements, name: CallsName): RunCalls {
  const calls = statements[name].map((call) => call.map((statement) => prepare(db, statement, statements)));
  return async (given = {}) => {
    const now = Date.now();
    const ids: Ids = new Map(statements.fixedIds.map((id) => [id, id]));
    if (given.intentId !== undefined) ids.set(statements.intentId, given.intentId);
    if (given.eventId !== undefined) ids.set(statements.eventId, given.eventId);
    let first: Row[] | null = null;
    for (const [single, ...more] of calls) {
      if (single === undefined) continue;
      const results =
        more.length === 0
          ? [await single(now, ids).all<Row>()]
          : await db.batch<Row>([single, ...more].map((bound) => bound(now, ids)));
      first ??= results[0]?.results ?? [];
    }
    return first ?? [];
  };
}

function prepare(db: D1Database, { sql, params }: Statement, { recordedAt }: Statements) {
  const prepared = db.prepare(sql);
  const values = params.map((param) => binderFor(param, recordedAt));
  return (now: number, ids: Ids) => prepared.bind(...values.map((value) => value(now, ids)));
}

function binderFor(param: unknown, recordedAt: number): (now: number, ids: Ids) => unknown {
  if (typeof param === "number" && param >= recordedAt && param < recordedAt + TIMES_MS) {
    return (now) => now + param - recordedAt;
  }
  if (typeof param !== "string" || param.search(UUID) === -1) return () => param;
  return (now, ids) => param.replace(UUID, (id) => idFor(id, now, ids));
}

function idFor(recordedId: string, now: number, ids: Ids): string {
  const id = ids.get(recordedId) ?? timeOrderedId(now);
  ids.set(recordedId, id);
  return id;
}

/** Time-ordered like the service's ids, so that new rows are appended to the indexes. */
function timeOrderedId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

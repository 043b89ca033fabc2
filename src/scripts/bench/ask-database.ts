// In the floor: the statements of statements.ts, prepared once and bound anew for every request.
import type { DatabaseCall, Statement, Statements } from "./statements.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Times in the parameters reach from their taking on to this much later. */
const TIMES_MS = 31 * 24 * 60 * 60_000;

/** Ids of one request by those of the sample. */
type Ids = Map<string, string>;
type Row = Record<string, unknown>;

/** Makes the calls one after another and returns the rows of the first statement. */
export type Ask = (given?: { intentId?: string; eventId?: string }) => Promise<Row[]>;

type Part = {
  [Name in keyof Statements]: Statements[Name] extends DatabaseCall[] ? Name : never;
}[keyof Statements];

export function prepareAsk(db: D1Database, statements: Statements, part: Part): Ask {
  const calls = statements[part].map((call) => call.map((statement) => prepare(db, statement, statements)));
  return async (given = {}) => {
    const now = Date.now();
    const ids: Ids = new Map(statements.kept.map((id) => [id, id]));
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

function prepare(db: D1Database, { sql, params }: Statement, { takenAt }: Statements) {
  const prepared = db.prepare(sql);
  const values = params.map((param) => binderFor(param, takenAt));
  return (now: number, ids: Ids) => prepared.bind(...values.map((value) => value(now, ids)));
}

function binderFor(param: unknown, takenAt: number): (now: number, ids: Ids) => unknown {
  if (typeof param === "number" && param >= takenAt && param < takenAt + TIMES_MS) {
    return (now) => now + param - takenAt;
  }
  if (typeof param !== "string" || param.search(UUID) === -1) return () => param;
  return (now, ids) => param.replace(UUID, (id) => idFor(id, now, ids));
}

function idFor(sampleId: string, now: number, ids: Ids): string {
  const id = ids.get(sampleId) ?? timeOrderedId(now);
  ids.set(sampleId, id);
  return id;
}

/** As the service's own are, so that rows are appended and not scattered. */
function timeOrderedId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

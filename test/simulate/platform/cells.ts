// The cells: objects whose storage is SQLite.
import type { CellEntry } from "#core/domain/shards/cells.ts";
import { SandboxCellObject as CellObject } from "#sandbox/objects.ts";
import { type Actor, Crashed } from "./actor.ts";
import { type ObjectClass, Objects, type Platform } from "./objects.ts";
import { SimulatedRows } from "./rows.ts";
import { type StoredContents, storageFor } from "./storage.ts";

export class Cells {
  readonly objects: Objects;
  /** They are in order. A cell's alarm waits for the next one: any later sweep finds as much. */
  sweepTimes: number[] = [];
  /** Called for the rows of each cell before there are any. */
  onRows: (rows: SimulatedRows) => void = () => {};
  readonly #rows = new Map<string, SimulatedRows>();

  constructor(platform: Pick<Platform, "effects" | "runtime" | "trace">) {
    this.objects = new Objects({
      ...platform,
      kind: "cell",
      objectClass: CellObject as unknown as ObjectClass,
      storageOf: (name, actor, contents) => {
        const { effects } = platform;
        const rows = this.#rowsOf(name);
        return cellStorage(storageFor(actor, contents, effects, effects.faults), { rows, actor, contents });
      },
      alarmTime: (at) => this.sweepTimes.find((time) => time >= at) ?? at,
      canLoseAlarm: () => true,
    });
  }

  /** Returns them by name, without empty ones. */
  shards(): [string, SimulatedRows][] {
    return [...this.#rows].filter(([, rows]) => rows.query("SELECT 1 FROM sqlite_schema").length > 0);
  }

  close(): void {
    for (const rows of this.#rows.values()) rows.close();
  }

  #rowsOf(name: string): SimulatedRows {
    const rows = this.#rows.get(name) ?? new SimulatedRows({ isCell: true });
    if (!this.#rows.has(name)) this.onRows(rows);
    this.#rows.set(name, rows);
    return rows;
  }
}

/** The operator sees to it before any traffic, and after a restore. */
export function noteEntries(home: SimulatedRows, entries: readonly CellEntry[]): void {
  for (const { text, since } of entries)
    home.query("INSERT OR IGNORE INTO lasting_settings VALUES (?, ?, 0)", [text, since]);
}

/** An object's storage, with SQLite beside it. A crash undoes its turn, so that there is none after a transaction. */
function cellStorage(
  storage: DurableObjectStorage,
  { rows, actor, contents }: { rows: SimulatedRows; actor: Actor; contents: StoredContents },
): DurableObjectStorage {
  const sql = {
    databaseSize: 4_096,
    exec(statement: string, ...parameters: SqlStorageValue[]) {
      if (!actor.isAlive) throw new Crashed();
      if (statement.includes("CREATE TABLE")) return rows.migrate(statement);
      return rows.execute(statement, parameters);
    },
  };
  const own = {
    ...{ ...storage, sql },
    transactionSync: <T>(work: () => T) => storage.transactionSync(() => rows.transaction(work)),
    getAlarm: async () => contents.now.alarmAt,
    setAlarm: async (alarmAt: number) => contents.write({ alarmAt }),
  };
  return own as unknown as DurableObjectStorage;
}

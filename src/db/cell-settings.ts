// Which entries of CELLS home has seen. Ids say where their rows are by these entries, so that payments would not be found where
// one begins before payments that are at home, or where one is taken away.
import { and, eq, exists, gt, lte, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { CellEntry } from "../domain/cells.ts";
import { CLOCK_SKEW_MS } from "../domain/placed-id.ts";
import { withinDeadline } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { ConfigError } from "../lib/variables.ts";
import type { Database } from "./client.ts";
import { archivedIntents } from "./schema/archive.ts";
import { cellSettings } from "./schema/operations.ts";
import { paymentIntents } from "./schema/payment-intents.ts";

const DATABASE_TIMEOUT_MS = 2_000;
const ASKED_AGAIN_MS = 10_000;

export interface CellSettingsCheck {
  /** Asks home whether it accepts CELLS, until it does. Whatever begins with work awaits this. */
  check(now: number): Promise<void>;
  /** Throws ConfigError once home has refused, until it accepts. */
  requireAccepted(): void;
}

/** Of an isolate. While home does not respond, nothing changes. */
export function createCellSettingsCheck(home: Database, cells: readonly CellEntry[]): CellSettingsCheck {
  let fault: string | null = null;
  let askedFrom = cells.length === 0 ? Number.POSITIVE_INFINITY : 0;
  return {
    async check(now) {
      if (now < askedFrom) return;
      try {
        fault = await withinDeadline(noteCellSettings(home, cells, now), DATABASE_TIMEOUT_MS);
        askedFrom = fault === null ? Number.POSITIVE_INFINITY : now + ASKED_AGAIN_MS;
      } catch (error) {
        log("error", "cell_settings_unread", { error });
      }
    },
    requireAccepted() {
      if (fault !== null) throw new ConfigError("CELLS", fault);
    },
  };
}

/** Notes the entries that are new, unless there is a fault in them, and forgets those that were never in force. */
export async function noteCellSettings(
  home: Database,
  cells: readonly CellEntry[],
  now: number,
): Promise<string | null> {
  const { entry, since } = cellSettings;
  const texts = cells.map(({ text }) => text);
  const isGone = notInArray(entry, texts);
  const isNoted = (condition: SQL | undefined) => exists(home.select().from(cellSettings).where(condition));
  const [first] = cells;
  const mayBegin = first && or(isNoted(eq(entry, first.text)), isAfterHome(first.since, now));
  const [, , noted] = await home.batch([
    home.delete(cellSettings).where(and(gt(since, now), isGone)),
    home
      .insert(cellSettings)
      .select(
        sql`SELECT value ->> 'text', value ->> 'since', ${now} FROM json_each(${JSON.stringify(cells)})
          WHERE ${and(not(isNoted(and(lte(since, now), isGone))), mayBegin)}`,
      )
      .onConflictDoNothing(),
    home.select().from(cellSettings),
  ]);
  const gone = noted.filter((row) => row.since <= now && !texts.includes(row.entry));
  if (gone.length > 0) return `lacks ${gone.map((row) => row.entry).join()}, which has been in force`;
  if (noted.length >= texts.length) return null;
  return `must not begin with ${first?.text}: there are payments at home that are later`;
}

/** Ids of earlier releases say no place; those of this one, that they are at home. Large tables are read only if need be. */
function isAfterHome(since: number, now: number): SQL {
  const margin = since - CLOCK_SKEW_MS;
  if (margin > now) return sql`TRUE`;
  return sql`NOT EXISTS (SELECT 1 FROM ${paymentIntents} WHERE created_at >= ${since}
      OR created_at >= ${margin} AND id LIKE '______________7%' AND id NOT LIKE '%0')
    AND NOT EXISTS (SELECT 1 FROM ${archivedIntents} WHERE created_at >= ${margin})`;
}

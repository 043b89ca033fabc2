// Which entries of CELLS home knows. Payments are found by them, so that some would seem unknown where one is taken away, or is
// added once its time has come: Workers of the deployment before have no such entry then.
import { sql } from "drizzle-orm";
import type { CellEntry } from "../domain/cells.ts";
import { DependencyError } from "../domain/dependency-error.ts";
import { withinDeadline } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { ConfigError } from "../lib/variables.ts";
import type { Database } from "./client.ts";
import { cellSettings } from "./schema/operations.ts";

const DATABASE_TIMEOUT_MS = 2_000;
const REFUSED_ASKED_AGAIN_MS = 10_000;
/** After a deadline that has passed. */
const FAILED_ASKED_AGAIN_MS = DATABASE_TIMEOUT_MS + 1_000;
/** What an isolate without an entry has begun must have ended at the entry's time, on any clock: it inserts at home. */
const NEEDED_BEFORE_MS = 3 * 60_000;

export interface CellSettingsCheck {
  /**
   * Asks home whether it accepts CELLS, until it does, and again before an entry begins that they lack. Whatever begins with
   * work awaits this.
   */
  check(now: number): Promise<void>;
  /** Throws ConfigError once home has refused, until it accepts; DependencyError without cells while home does not respond. */
  requireAccepted(): void;
}

/** An isolate has one. While home does not respond, cells are used as before. */
export function createCellSettingsCheck(home: Database, cells: readonly CellEntry[]): CellSettingsCheck {
  let fault: string | null = null;
  let isUnread = false;
  let askedFrom = 0;
  return {
    async check(now) {
      if (now < askedFrom) return;
      // Others need not wait, but for an isolate's first.
      if (askedFrom > 0) askedFrom = now + FAILED_ASKED_AGAIN_MS;
      try {
        const noted = await withinDeadline(noteCellSettings(home, cells, now), DATABASE_TIMEOUT_MS);
        fault = noted.fault;
        isUnread = false;
        askedFrom = fault === null ? noted.acceptedUntil : now + REFUSED_ASKED_AGAIN_MS;
      } catch (error) {
        log("error", "cell_settings_unread", { error });
        // Without cells a payment needs home in any case, and one that is in a cell would be made again.
        isUnread = cells.length === 0;
        askedFrom = now + FAILED_ASKED_AGAIN_MS;
      }
    },
    requireAccepted() {
      if (isUnread) throw new DependencyError("database", "it did not say whether it accepts CELLS");
      if (fault !== null) throw new ConfigError("CELLS", fault);
    },
  };
}

/** Null when home accepts these entries. */
export async function findCellsFault(
  home: Database,
  cells: readonly CellEntry[],
  now: number,
): Promise<string | null> {
  return (await compare(home, cells, now)).fault;
}

/** Notes the entries that home does not know, as all are after it was restored. */
export async function noteEntries(home: Database, added: readonly CellEntry[], now: number): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ text, since }) => ({ entry: text, since, notedAt: now }));
  await home.insert(cellSettings).values(rows).onConflictDoNothing();
}

async function noteCellSettings(home: Database, cells: readonly CellEntry[], now: number) {
  const { added, ...noted } = await compare(home, cells, now);
  if (noted.fault === null) await noteEntries(home, added, now);
  return noted;
}

async function compare(home: Database, cells: readonly CellEntry[], now: number) {
  const known = await home.select().from(cellSettings);
  const lacking = known.filter(({ entry }) => !cells.some(({ text }) => text === entry));
  const acceptedUntil = Math.min(...lacking.map(({ since }) => since)) - NEEDED_BEFORE_MS;
  const gone = lacking.filter(({ since }) => since - NEEDED_BEFORE_MS <= now).map(({ entry }) => entry);
  const added = cells.filter(({ text }) => !known.some(({ entry }) => entry === text));
  const late = added.filter(({ since }) => since <= now).map(({ text }) => text);
  const accepted = { fault: null, added, acceptedUntil };
  if (gone.length > 0)
    return { ...accepted, fault: `lacks ${gone.join()}, which is in force or will be within minutes` };
  if (late.length > 0 && (await hasPayments(home)))
    return { ...accepted, fault: `has ${late.join()}, whose time came before home knew of it` };
  return accepted;
}

async function hasPayments(home: Database): Promise<boolean> {
  const { found } = await home.get<{ found: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM payment_intents) AS found`,
  );
  return found === 1;
}

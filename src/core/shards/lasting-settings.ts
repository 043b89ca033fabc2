// Which entries of CELLS home knows, and which JURISDICTION. Payments are found by them, so that some would seem unknown where an
// entry is taken away, or is added once its time has come: Workers of the deployment before have no such entry then. In another
// jurisdiction all names stand for other objects, so it stays what it was at first; without a row there was none.
import { sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { lastingSettings } from "#core/db/schema/operations.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { CellEntry } from "#core/domain/shards/cells.ts";
import { type DataLocation, isJurisdiction } from "#core/lib/data-location.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { log } from "#core/lib/log.ts";
import { ConfigError } from "#core/lib/variables.ts";

const DATABASE_TIMEOUT_MS = 2_000;
const REFUSED_ASKED_AGAIN_MS = 10_000;
/** By then a deadline has passed. */
const FAILED_ASKED_AGAIN_MS = DATABASE_TIMEOUT_MS + 1_000;
/** What an isolate without an entry has begun must have ended at the entry's time, on any clock: it inserts at home. */
const NEEDED_BEFORE_MS = 3 * 60_000;

export interface SettingsCheck {
  /**
   * Asks home whether it accepts the settings, until it does, and again before an entry of CELLS begins that they lack. Whatever
   * begins with work awaits this.
   */
  check(now: number): Promise<void>;
  /** Throws ConfigError once home has refused, until it accepts; DependencyError without cells while home does not respond. */
  requireAccepted(): void;
  /** Throws ConfigError once home has refused JURISDICTION, until it accepts. */
  requireJurisdiction(): void;
}

type Entry = Pick<CellEntry, "text" | "since">;

export interface LastingSettings {
  cells: readonly CellEntry[];
  jurisdiction: DataLocation["jurisdiction"];
}

/** An isolate has one. While home does not respond, cells are used as before. */
export function createSettingsCheck(home: Database, settings: LastingSettings): SettingsCheck {
  let fault: ConfigError | null = null;
  let isUnread = false;
  let askedFrom = 0;
  return {
    async check(now) {
      if (now < askedFrom) return;
      // Others need not wait, but for an isolate's first.
      if (askedFrom > 0) askedFrom = now + FAILED_ASKED_AGAIN_MS;
      try {
        const noted = await withinDeadline(noteSettings(home, settings, now), DATABASE_TIMEOUT_MS);
        fault = noted.fault;
        isUnread = false;
        askedFrom = fault === null ? noted.acceptedUntil : now + REFUSED_ASKED_AGAIN_MS;
      } catch (error) {
        log("error", "lasting_settings_unread", { error });
        // Without cells a payment needs home in any case, and one that is in a cell would be made again.
        isUnread = settings.cells.length === 0;
        askedFrom = now + FAILED_ASKED_AGAIN_MS;
      }
    },
    requireAccepted() {
      if (isUnread) throw new DependencyError("database", "it did not say whether it accepts CELLS");
      if (fault !== null) throw fault;
    },
    requireJurisdiction() {
      if (fault?.variable === "JURISDICTION") throw fault;
    },
  };
}

/** Returns null when home accepts these. */
export async function findSettingsFault(
  home: Database,
  settings: LastingSettings,
  now: number,
): Promise<ConfigError | null> {
  return (await compare(home, settings, now)).fault;
}

/** Notes the entries that home does not know, as all are after it was restored. */
export async function noteEntries(home: Database, added: readonly Entry[], now: number): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ text, since }) => ({ entry: text, since, notedAt: now }));
  await home.insert(lastingSettings).values(rows).onConflictDoNothing();
}

async function noteSettings(home: Database, settings: LastingSettings, now: number) {
  const { added, ...noted } = await compare(home, settings, now);
  if (noted.fault === null) await noteEntries(home, added, now);
  return noted;
}

async function compare(home: Database, { cells, jurisdiction }: LastingSettings, now: number) {
  const rows = await home.select().from(lastingSettings);
  const noted = rows.find(({ entry }) => isJurisdiction(entry));
  const known = rows.filter((row) => row !== noted);
  const lacking = known.filter(({ entry }) => !cells.some(({ text }) => text === entry));
  const acceptedUntil = Math.min(...lacking.map(({ since }) => since)) - NEEDED_BEFORE_MS;
  const gone = lacking.filter(({ since }) => since - NEEDED_BEFORE_MS <= now).map(({ entry }) => entry);
  const added: Entry[] = cells.filter(({ text }) => !known.some(({ entry }) => entry === text));
  const late = added.filter(({ since }) => since <= now).map(({ text }) => text);
  if (noted === undefined && jurisdiction !== null) added.push({ text: jurisdiction, since: now });
  const findFault = async () => {
    const isOther = noted
      ? noted.entry !== jurisdiction
      : jurisdiction !== null && (await hasRows(home, "merchants"));
    if (isOther)
      return new ConfigError("JURISDICTION", `was ${noted?.entry ?? "empty"} when the database was new`);
    if (gone.length > 0)
      return new ConfigError("CELLS", `lacks ${gone.join()}, which is in force or will be within minutes`);
    if (late.length > 0 && (await hasRows(home, "payment_intents")))
      return new ConfigError("CELLS", `has ${late.join()}, whose time came before home knew of it`);
    return null;
  };
  return { fault: await findFault(), added, acceptedUntil };
}

async function hasRows(home: Database, table: "merchants" | "payment_intents"): Promise<boolean> {
  const { found } = await home.get<{ found: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${sql.identifier(table)}) AS found`,
  );
  return found === 1;
}

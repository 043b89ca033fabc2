// A migration runs while the release before is still in use, so it only expands: see ARCHITECTURE.md, "Releases".
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CELL_MIGRATIONS } from "../../src/db/cell-migrations.ts";
import { contraction, createdTables } from "../support/migrations.ts";

/**
 * Statements that may contract, by migration: what they remove has been out of use for a whole release, and the reason
 * names the release; or the release before can do without it, and the reason says how.
 */
const CONTRACTIONS: Record<string, { statement: RegExp; reason: string }[]> = {
  "0011_flat_lists.sql": [
    {
      statement: /^DROP INDEX `payment_intents_list`;?$/m,
      reason: "The next statement makes an index of this name, which the release before uses, and sorts.",
    },
  ],
  "0037_float_account.sql": [
    {
      statement: /^UPDATE `ledger_/m,
      reason:
        "The sandbox's ledger opens an account that it does not find: the release before makes a new one.",
    },
  ],
  "0039_ledger_journal.sql": [
    {
      statement: /^UPDATE `ledger_entries` SET number/m,
      reason: "The column is new: the release before does not know it.",
    },
  ],
};

const OF_CELLS = CELL_MIGRATIONS.map((text, number) => ({
  name: `cells/${number}`,
  queries: text.split("--> statement-breakpoint"),
}));

describe("every migration", () => {
  it.each([...env.TEST_MIGRATIONS, ...OF_CELLS])(
    "only expands, or says why it may contract: $name",
    ({ name, queries }) => {
      const tables = createdTables(queries);
      const allowed = CONTRACTIONS[name] ?? [];
      const contracting = queries.filter((sql) => contraction(sql, tables) !== null);

      expect(contracting.filter((sql) => !allowed.some(({ statement }) => statement.test(sql)))).toEqual([]);
      expect(allowed.filter(({ statement }) => !contracting.some((sql) => statement.test(sql)))).toEqual([]);
    },
  );
});

describe("a statement", () => {
  const tables = createdTables(["CREATE TABLE `fees` (`id` text)"]);

  it.each([
    "CREATE TABLE `fees` (`id` text NOT NULL)",
    "-- A comment: DROP TABLE events\nCREATE INDEX `a` ON `events` (`id`) WHERE x = 1;",
    "CREATE UNIQUE INDEX `fees_by_id` ON `fees` (`id`)",
    "INSERT INTO `fees` SELECT id FROM events",
    "CREATE TRIGGER `a` AFTER INSERT ON `events` BEGIN INSERT INTO `fees` VALUES (NEW.id); UPDATE `fees` SET id = 1; END;",
    "ALTER TABLE `events` ADD `late` text;",
    "ALTER TABLE `events` ADD COLUMN `late` integer DEFAULT 0 NOT NULL;",
  ])("expands: %s", (sql) => {
    expect(contraction(sql, tables)).toBeNull();
  });

  it.each([
    "DROP TABLE `events`",
    "DROP INDEX `events_due`",
    "ALTER TABLE `events` DROP COLUMN `payload`",
    "ALTER TABLE `events` RENAME TO `happenings`",
    "ALTER TABLE `events` RENAME COLUMN `payload` TO `body`",
    "ALTER TABLE `events` ADD `late` text NOT NULL",
    "ALTER TABLE `events` ADD `late` text REFERENCES payment_intents(id)",
    "CREATE UNIQUE INDEX `a` ON `events` (`sequence`)",
    "DELETE FROM `events`",
    "UPDATE `events` SET `payload` = ''",
    "UPDATE `fees` SET `id` = ''",
    "CREATE TRIGGER `a` AFTER INSERT ON `events` BEGIN SELECT RAISE(ABORT, 'no'); END;",
    "CREATE TRIGGER `a` AFTER INSERT ON `events` BEGIN INSERT INTO `fees` VALUES (1); DELETE FROM `events`; END;",
    "CREATE TRIGGER `a` BEFORE INSERT ON `events` BEGIN INSERT INTO `fees` VALUES (1); END;",
    "INSERT INTO `__new_events` SELECT * FROM `events`",
    "PRAGMA foreign_keys=OFF",
  ])("contracts: %s", (sql) => {
    expect(contraction(sql, tables)).not.toBeNull();
  });
});

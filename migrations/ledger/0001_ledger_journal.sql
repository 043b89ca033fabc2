CREATE TABLE `ledger_journal` (
	`number` integer PRIMARY KEY NOT NULL,
	`transaction_id` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_journal_move` ON `ledger_journal` (`transaction_id`,`line`);--> statement-breakpoint
CREATE TABLE `ledger_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`digest` text,
	`salt` text
);
--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `number` integer;--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`,`currency`,`number`);
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
--> statement-breakpoint
-- What is there is numbered in the order in which it was created.
INSERT INTO `ledger_journal` SELECT row_number() OVER (ORDER BY created_at, transaction_id, line), transaction_id, line FROM (
	SELECT created_at, transaction_id, line FROM `ledger_entries` WHERE line % 2 = 1
	UNION ALL
	SELECT created_at, id, 0 FROM `ledger_transactions` WHERE status = 'declined');
--> statement-breakpoint
UPDATE `ledger_entries` SET number = (SELECT j.number FROM `ledger_journal` j
	WHERE j.transaction_id = `ledger_entries`.transaction_id AND j.line = `ledger_entries`.line - 1 + `ledger_entries`.line % 2);

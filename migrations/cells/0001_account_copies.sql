CREATE TABLE `account_copies` (
	`merchant_id` text NOT NULL,
	`place` text NOT NULL,
	`version` integer NOT NULL,
	`copied_version` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `place`)
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
--> statement-breakpoint
CREATE INDEX `account_copies_stale` ON `account_copies` (`merchant_id`) WHERE copied_version < version;
CREATE TABLE `account_copies` (
	`merchant_id` text NOT NULL,
	`cell` text NOT NULL,
	`version` integer NOT NULL,
	`copied_version` integer NOT NULL,
	`tills_ended_version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`merchant_id`, `cell`)
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000; so were the triggers, which drizzle-kit does not know.
--> statement-breakpoint
CREATE INDEX `account_copies_stale` ON `account_copies` (`merchant_id`) WHERE copied_version < version;--> statement-breakpoint
-- The clock keeps versions growing after a restore of the database to an earlier one.
CREATE TRIGGER `account_copies_merchant_updated` AFTER UPDATE ON `merchants` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.id;
	UPDATE `account_copies` SET tills_ended_version = version
		WHERE merchant_id = NEW.id AND NEW.suspended_at IS NOT OLD.suspended_at;
END;--> statement-breakpoint
CREATE TRIGGER `account_copies_counter_inserted` AFTER INSERT ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.merchant_id;
END;--> statement-breakpoint
CREATE TRIGGER `account_copies_counter_updated` AFTER UPDATE ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.merchant_id;
END;--> statement-breakpoint
CREATE TRIGGER `account_copies_counter_deleted` AFTER DELETE ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = OLD.merchant_id;
END;--> statement-breakpoint
CREATE INDEX `blocked_merchants_by_merchant` ON `blocked_merchants` (`merchant_id`);--> statement-breakpoint
CREATE TRIGGER `account_copies_block_inserted` AFTER INSERT ON `blocked_merchants` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.merchant_id;
END;--> statement-breakpoint
CREATE TRIGGER `account_copies_block_deleted` AFTER DELETE ON `blocked_merchants` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = OLD.merchant_id;
END;--> statement-breakpoint
CREATE TABLE `cell_reports` (
	`cell` text PRIMARY KEY NOT NULL,
	`reported_at` integer NOT NULL,
	`gauges` text NOT NULL,
	`event_counts` text NOT NULL,
	`chain_head` text NOT NULL,
	`size_bytes` integer NOT NULL
) WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `cell_reports_reported_at` ON `cell_reports` (`reported_at`);--> statement-breakpoint
CREATE TABLE `cell_settings` (
	`entry` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`noted_at` integer NOT NULL
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_id` text,
	`action` text NOT NULL,
	`actor` text NOT NULL,
	`actor_kind` text NOT NULL,
	`target_id` text,
	`request_id` text,
	`occurrences` integer NOT NULL,
	`created_at` integer NOT NULL,
	`erasable` text NOT NULL,
	`digests` text NOT NULL,
	`sequence` integer,
	`hash` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_entries_by_merchant` ON `audit_entries` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_unsealed` ON `audit_entries` (`id`) WHERE sequence IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_sequence` ON `audit_entries` (`sequence`) WHERE sequence IS NOT NULL;

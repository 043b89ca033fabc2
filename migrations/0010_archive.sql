-- Both tables keep their rowid: rows are added at the end, so that their pages are full.
CREATE TABLE `archived_intents` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`merchant` integer NOT NULL,
	`status` text NOT NULL,
	`refund_status` text,
	`counter_id` text,
	`reference` text,
	`created_at` integer NOT NULL,
	`version` integer NOT NULL,
	`record` blob NOT NULL,
	`is_replaced` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archived_intents_id` ON `archived_intents` (`id`);--> statement-breakpoint
CREATE INDEX `archived_intents_list` ON `archived_intents` (`merchant`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `archived_intents_by_reference` ON `archived_intents` (`merchant`,`reference`,`created_at`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `archived_intents_by_counter` ON `archived_intents` (`counter_id`,`created_at`) WHERE counter_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `archived_intents_by_refund` ON `archived_intents` (`merchant`,`refund_status`,`created_at`) WHERE refund_status IS NOT NULL;--> statement-breakpoint
CREATE TABLE `archived_merchants` (
	`number` integer PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`sample` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archived_merchants_id` ON `archived_merchants` (`merchant_id`);
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text,
	`subject` text,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_by_merchant` ON `sessions` (`merchant_id`,`kind`,`counter_id`);
CREATE TABLE `merchant_users` (
	`merchant_id` text NOT NULL,
	`subject` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `subject`)
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
--> statement-breakpoint
ALTER TABLE `merchants` ADD `time_zone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
CREATE INDEX `idp_users_by_merchant` ON `idp_users` ("attributes" ->> '$.merchant_id[0]');
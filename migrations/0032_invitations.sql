-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `invitations` (
	`id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`email_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `created_at`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invitations_by_email` ON `invitations` (`email_hash`,`created_at`);--> statement-breakpoint
ALTER TABLE `merchant_users` ADD `invited_until` integer;--> statement-breakpoint
ALTER TABLE `merchant_users` ADD `ended_at` integer;
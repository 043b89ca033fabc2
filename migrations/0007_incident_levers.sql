CREATE TABLE `disabled_users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`reason` text NOT NULL,
	`disabled_at` integer NOT NULL,
	`enabled_at` integer
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
--> statement-breakpoint
CREATE INDEX `disabled_users_by_merchant` ON `disabled_users` (`merchant_id`);--> statement-breakpoint
ALTER TABLE `counters` ADD `revocation_reason` text;--> statement-breakpoint
CREATE INDEX `counters_list` ON `counters` (`merchant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counters_active` ON `counters` (`merchant_id`) WHERE status = 'active';--> statement-breakpoint
ALTER TABLE `merchants` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `merchants` ADD `suspension_reason` text;--> statement-breakpoint
ALTER TABLE `merchants` ADD `refunds_stopped_at` integer;--> statement-breakpoint
ALTER TABLE `merchants` ADD `refunds_stop_reason` text;
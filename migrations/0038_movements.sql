-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `movements` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`direction` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`decline_reason` text,
	`transaction_id` text,
	`desk_id` text,
	`made_by` text NOT NULL,
	`reason` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`expires_at` integer,
	`is_alert_due` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `movements_by_key` ON `movements` (`made_by`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `movements_list` ON `movements` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `movements_by_desk` ON `movements` (`desk_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `movements_by_account` ON `movements` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `movements_under_way` ON `movements` (`created_at`,`id`) WHERE status IN ('awaiting_approval', 'processing');--> statement-breakpoint
CREATE INDEX `movements_alert_due` ON `movements` (`id`) WHERE is_alert_due = 1;
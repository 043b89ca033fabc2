-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `sandbox_faults` (
	`merchant_id` text NOT NULL,
	`fault` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `fault`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sandbox_inbox` (
	`merchant_id` text NOT NULL,
	`id` text NOT NULL,
	`received_at` integer NOT NULL,
	`headers` text NOT NULL,
	`body` text NOT NULL,
	`response_status` integer,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sandbox_inbox_received` ON `sandbox_inbox` (`received_at`);
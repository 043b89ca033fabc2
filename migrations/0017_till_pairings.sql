CREATE TABLE `till_pairings` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `till_pairings_by_merchant` ON `till_pairings` (`merchant_id`,`expires_at`);
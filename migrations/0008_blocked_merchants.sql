-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `blocked_merchants` (
	`wallet_id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `merchant_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `last_scan_tokens` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`merchant_id` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payment_intents_rejections` ON `payment_intents` (`target_wallet_id`,`merchant_id`,`cancelled_at`) WHERE cancellation_reason = 'rejected_by_customer';
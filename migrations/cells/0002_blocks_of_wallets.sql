-- As in 0000: WITHOUT ROWID by hand.
CREATE TABLE `latest_blocks` (
	`wallet_id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`blocked_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `merchant_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `moved_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `blocked_merchants_by_merchant`;

-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `push_subscriptions` (
	`endpoint_hash` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`subscription` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id_hash` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `push_subscriptions_by_wallet` ON `push_subscriptions` (`wallet_id`,`created_at`);
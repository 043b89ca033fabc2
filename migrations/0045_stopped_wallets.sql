CREATE TABLE `stopped_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`stopped_before` integer NOT NULL,
	`held_since` integer,
	`reason` text
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
--> statement-breakpoint
CREATE INDEX `stopped_wallets_before` ON `stopped_wallets` (`stopped_before`);--> statement-breakpoint
CREATE INDEX `stopped_wallets_held` ON `stopped_wallets` (`wallet_id`) WHERE held_since IS NOT NULL;
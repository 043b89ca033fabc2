CREATE TABLE `moved_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000; so was the end of the triggers.
--> statement-breakpoint
DROP TRIGGER `account_copies_block_inserted`;--> statement-breakpoint
DROP TRIGGER `account_copies_block_deleted`;--> statement-breakpoint
DROP INDEX `blocked_merchants_by_merchant`;

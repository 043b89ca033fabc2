-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `live_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
) WITHOUT ROWID;
CREATE TABLE `sandbox_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL
) WITHOUT ROWID;

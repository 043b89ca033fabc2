-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `customer_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer,
	`wallet_id` text NOT NULL,
	`is_claimed` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `customer_sessions_by_wallet` ON `customer_sessions` (`wallet_id`);--> statement-breakpoint
CREATE INDEX `customer_sessions_by_age` ON `customer_sessions` (`created_at`);--> statement-breakpoint
CREATE TABLE `customer_wallets` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`wallet_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `customer_wallets_by_wallet` ON `customer_wallets` (`wallet_id`);
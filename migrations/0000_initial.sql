-- WITHOUT ROWID was added by hand: a text key then costs one row written per insert instead of two.
CREATE TABLE `counters` (
	`id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`location` text NOT NULL,
	`idp_client_id` text NOT NULL,
	`webhook_url` text,
	`webhook_events` text NOT NULL,
	`webhook_secret` text NOT NULL,
	`previous_webhook_secret` text,
	`previous_secret_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `events` (
	`merchant_id` text NOT NULL,
	`id` text NOT NULL,
	`intent_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`actor` text NOT NULL,
	`request_id` text,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`delivery_status` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`last_response_status` integer,
	`last_error` text,
	`ended_at` integer,
	`attempt_log` text,
	`parked_url` text,
	`bus_due_at` integer,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `events_due` ON `events` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_parked` ON `events` (`merchant_id`,`parked_url`,`id`) WHERE parked_url IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_bus_due` ON `events` (`bus_due_at`) WHERE bus_due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `merchants` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`business_name` text NOT NULL,
	`status` text NOT NULL,
	`idp_client_id` text NOT NULL,
	`webhook_url` text,
	`webhook_events` text NOT NULL,
	`webhook_secret` text NOT NULL,
	`previous_webhook_secret` text,
	`previous_secret_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `merchants_email` ON `merchants` (`email`);--> statement-breakpoint
CREATE INDEX `merchants_by_status` ON `merchants` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `payment_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`merchant_name` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`description` text NOT NULL,
	`reference` text,
	`metadata_json` text,
	`callback_url` text,
	`counter_id` text,
	`target_wallet_id` text,
	`status` text NOT NULL,
	`completed_by` text,
	`cancellation_reason` text,
	`refund_status` text,
	`refund_ledger_tx_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer,
	`cancelled_at` integer,
	`version` integer NOT NULL,
	`event_sequence` integer NOT NULL,
	`payment_declines` integer NOT NULL,
	`refund_declines` integer NOT NULL,
	`operation` text,
	`fingerprint` text,
	`refund_key` text,
	`refund_refusal` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payment_intents_list` ON `payment_intents` (`merchant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_intents_open` ON `payment_intents` (`expires_at`,`id`) WHERE status IN ('pending', 'pending_approval');--> statement-breakpoint
CREATE INDEX `payment_intents_approvals` ON `payment_intents` (`target_wallet_id`,`created_at`,`id`) WHERE status = 'pending_approval';--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`merchant_id` text NOT NULL,
	`url` text NOT NULL,
	`failures` integer NOT NULL,
	`last_failure_at` integer NOT NULL,
	`degraded_since` integer,
	`next_probe_at` integer,
	PRIMARY KEY(`merchant_id`, `url`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_probe` ON `webhook_endpoints` (`next_probe_at`) WHERE next_probe_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `idp_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`protocol_mappers` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `idp_clients_id_unique` ON `idp_clients` (`id`);--> statement-breakpoint
CREATE TABLE `idp_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`private_jwk` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idp_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`enabled` integer NOT NULL,
	`attributes` text NOT NULL,
	`roles` text NOT NULL,
	`password_hash` text,
	`failed_logins` integer NOT NULL,
	`locked_until` integer,
	`setup_key_hash` text,
	`setup_expires_at` integer,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `idp_users_email_unique` ON `idp_users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `idp_users_setup_key_hash_unique` ON `idp_users` (`setup_key_hash`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`currency` text,
	`is_system` integer NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_balances` (
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`is_system` integer NOT NULL,
	PRIMARY KEY(`account_id`, `currency`),
	CONSTRAINT "ledger_balances_covered" CHECK(is_system = 1 OR balance_minor >= 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`transaction_id` text NOT NULL,
	`line` integer NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`transaction_id`, `line`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`idempotency_key` text NOT NULL,
	`transaction_type` text NOT NULL,
	`status` text NOT NULL,
	`decline_reason` text,
	`from_account_id` text NOT NULL,
	`to_account_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`description` text NOT NULL,
	`metadata` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`settles_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transactions_idempotency_key_unique` ON `ledger_transactions` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_from` ON `ledger_transactions` (`from_account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_to` ON `ledger_transactions` (`to_account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_due` ON `ledger_transactions` (`settles_at`) WHERE settles_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `wallet_events` (
	`wallet_id` text NOT NULL,
	`id` text NOT NULL,
	`cloud_event` text NOT NULL,
	PRIMARY KEY(`wallet_id`, `id`)
) WITHOUT ROWID;

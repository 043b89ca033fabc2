-- As in ../0000_release_1.sql, WITHOUT ROWID, indexes of expressions and triggers are by hand. A cell has no row_counts, and none
-- of the triggers that write them.
CREATE TABLE `account_copies` (
	`merchant_id` text NOT NULL,
	`cell` text NOT NULL,
	`version` integer NOT NULL,
	`copied_version` integer NOT NULL,
	`tills_ended_version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`merchant_id`, `cell`)
) WITHOUT ROWID;
CREATE INDEX `account_copies_stale` ON `account_copies` (`merchant_id`) WHERE copied_version < version;

CREATE TABLE `operator_alerts` (
	`merchant_id` text NOT NULL,
	`origin` text NOT NULL,
	`failing_since` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `origin`)
) WITHOUT ROWID;

CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_id` text,
	`action` text NOT NULL,
	`actor` text NOT NULL,
	`actor_kind` text NOT NULL,
	`target_id` text,
	`request_id` text,
	`occurrences` integer NOT NULL,
	`created_at` integer NOT NULL,
	`erasable` text NOT NULL,
	`digests` text NOT NULL,
	`sequence` integer,
	`hash` text
) WITHOUT ROWID;
CREATE INDEX `audit_entries_by_merchant` ON `audit_entries` (`merchant_id`,`id`);
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`action`,`id`);
CREATE INDEX `audit_entries_by_merchant_and_action` ON `audit_entries` (`merchant_id`,`action`,`id`);
CREATE INDEX `audit_entries_unsealed` ON `audit_entries` (`id`) WHERE sequence IS NULL;
CREATE UNIQUE INDEX `audit_entries_sequence` ON `audit_entries` (`sequence`) WHERE sequence IS NOT NULL;

CREATE TABLE `blocked_merchants` (
	`wallet_id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `merchant_id`)
) WITHOUT ROWID;
CREATE INDEX `blocked_merchants_list` ON `blocked_merchants` (`wallet_id`,`created_at`,`merchant_id`);

CREATE TABLE `clean_ups` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`passed` text NOT NULL
) WITHOUT ROWID;

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
	`can_refund` integer DEFAULT false NOT NULL,
	`reads_own_only` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revocation_reason` text,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
CREATE INDEX `counters_list` ON `counters` (`merchant_id`,`created_at`,`id`);
CREATE INDEX `counters_active` ON `counters` (`merchant_id`) WHERE status = 'active';

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
	`late_position` text,
	`kept_until` integer,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
CREATE INDEX `events_due` ON `events` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX `events_parked` ON `events` (`merchant_id`,`parked_url`,`id`) WHERE parked_url IS NOT NULL;
CREATE INDEX `events_bus_due` ON `events` (`bus_due_at`) WHERE bus_due_at IS NOT NULL;
CREATE INDEX `events_failed` ON `events` (`merchant_id`,`id`) WHERE delivery_status = 'failed';
CREATE INDEX `events_by_intent` ON `events` (`intent_id`,`sequence`) WHERE sequence > 1;
CREATE INDEX `events_kept` ON `events` (`merchant_id`,`kept_until`) WHERE kept_until IS NOT NULL;
CREATE INDEX `events_late` ON `events` (`merchant_id`,`late_position`) WHERE late_position IS NOT NULL;

CREATE TABLE `last_scan_tokens` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`merchant_id` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `late_movements` (
	`merchant_id` text NOT NULL,
	`at` integer NOT NULL,
	`intent_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`merchant_id`, `at`, `intent_id`, `kind`)
) WITHOUT ROWID;

CREATE TABLE `merchants` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`business_name` text NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`status` text NOT NULL,
	`idp_client_id` text NOT NULL,
	`webhook_url` text,
	`webhook_events` text NOT NULL,
	`webhook_secret` text NOT NULL,
	`previous_webhook_secret` text,
	`previous_secret_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`suspended_at` integer,
	`suspension_reason` text,
	`refunds_stopped_at` integer,
	`refunds_stop_reason` text,
	`erasure_requested_at` integer,
	`erased_at` integer,
	`return_schemes` text DEFAULT '[]' NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX `merchants_email` ON `merchants` (`email`);
CREATE INDEX `merchants_by_status` ON `merchants` (`status`,`created_at`,`id`);
CREATE INDEX `merchants_suspended` ON `merchants` (`id`) WHERE suspended_at IS NOT NULL;
CREATE INDEX `merchants_public` ON `merchants` (`is_listed`,`status`,`suspended_at`,`created_at`,`id`);

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
	`callback_events` text,
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
	`refund_refusal` text,
	`earlier_refund_refusals` text,
	`payment_ledger_tx_id` text,
	`return_url` text,
	`created_by` text,
	`refund_reference` text,
	`refund_reason` text
) WITHOUT ROWID;
CREATE INDEX `payment_intents_list` ON `payment_intents` (`merchant_id`,`status`,`created_at`,`id`);
CREATE INDEX `payment_intents_by_reference` ON `payment_intents` (substr(`merchant_id`, 1, 8),`reference`,`created_at`,`id`) WHERE reference IS NOT NULL;
CREATE INDEX `payment_intents_by_counter` ON `payment_intents` (substr(`counter_id`, 1, 8),`created_at`,`id`) WHERE counter_id IS NOT NULL;
CREATE INDEX `payment_intents_by_refund` ON `payment_intents` (`merchant_id`,`refund_status`,`created_at`,`id`) WHERE refund_status IS NOT NULL;
CREATE INDEX `payment_intents_open` ON `payment_intents` (`expires_at`,`id`) WHERE status IN ('pending', 'pending_approval');
CREATE INDEX `payment_intents_pending_refunds` ON `payment_intents` (`updated_at`,`id`) WHERE refund_status = 'pending';
CREATE INDEX `payment_intents_rejections` ON `payment_intents` (`target_wallet_id`,`merchant_id`,`cancelled_at`) WHERE cancellation_reason = 'rejected_by_customer';
CREATE INDEX `payment_intents_withdrawals` ON `payment_intents` (`target_wallet_id`,`merchant_id`,`cancelled_at`) WHERE cancellation_reason = 'withdrawn_by_merchant';
CREATE INDEX `payment_intents_approvals` ON `payment_intents` (`target_wallet_id`,`created_at`,`id`) WHERE status = 'pending_approval';

CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer,
	`kind` text NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text,
	`subject` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `sessions_by_merchant` ON `sessions` (`merchant_id`,`kind`,`counter_id`);

CREATE TABLE `settled_ids` (
	`id` blob PRIMARY KEY NOT NULL
) WITHOUT ROWID;

CREATE TABLE `sweep_positions` (
	`part` text NOT NULL,
	`key` text NOT NULL,
	`position` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`part`, `key`)
);
CREATE INDEX `sweep_positions_waiting` ON `sweep_positions` (`part`,`updated_at`);

CREATE TABLE `unfinished_work` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`work` text NOT NULL,
	`since` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `unfinished_work_since` ON `unfinished_work` (`work`,`since`,`intent_id`);

CREATE TABLE `wallet_intents` (
	`wallet_id` text NOT NULL,
	`intent_id` text NOT NULL,
	PRIMARY KEY(`wallet_id`, `intent_id`)
) WITHOUT ROWID;

CREATE TABLE `wallet_places` (
	`wallet_id` text NOT NULL,
	`place` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `place`)
) WITHOUT ROWID;

CREATE TABLE `webhook_endpoints` (
	`merchant_id` text NOT NULL,
	`url` text NOT NULL,
	`failures` integer NOT NULL,
	`last_failure_at` integer NOT NULL,
	`degraded_since` integer,
	`next_probe_at` integer,
	PRIMARY KEY(`merchant_id`, `url`)
) WITHOUT ROWID;
CREATE INDEX `webhook_endpoints_probe` ON `webhook_endpoints` (`next_probe_at`) WHERE next_probe_at IS NOT NULL;

CREATE TABLE `latest_blocks` (
	`wallet_id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`blocked_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `merchant_id`)
) WITHOUT ROWID;

CREATE TABLE `moved_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER `late_movements_inserted` AFTER INSERT ON `payment_intents`
WHEN NEW.refund_status = 'completed' OR NEW.completed_at - NEW.created_at > 3600000 BEGIN
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.completed_at, NEW.id, 'payment'
		WHERE NEW.completed_at - NEW.created_at > 3600000 ON CONFLICT DO NOTHING;
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.updated_at, NEW.id, 'refund'
		WHERE NEW.refund_status = 'completed' ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `late_movements_updated` AFTER UPDATE OF `status`, `refund_status` ON `payment_intents`
WHEN (NEW.refund_status = 'completed' AND OLD.refund_status IS NOT 'completed')
	OR (NEW.completed_at - NEW.created_at > 3600000 AND OLD.completed_at IS NULL) BEGIN
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.completed_at, NEW.id, 'payment'
		WHERE NEW.completed_at - NEW.created_at > 3600000 ON CONFLICT DO NOTHING;
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.updated_at, NEW.id, 'refund'
		WHERE NEW.refund_status = 'completed' AND OLD.refund_status IS NOT 'completed' ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `wallet_intents_inserted` AFTER INSERT ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `wallet_intents_updated` AFTER UPDATE OF `status` ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') AND OLD.status <> NEW.status BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;

-- drizzle-kit cannot write what is here by hand: WITHOUT ROWID, by which a row with a text key costs one row written instead of
-- two, indexes of expressions, and the triggers, which are at the end.
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
CREATE INDEX `events_late` ON `events` (`merchant_id`,`late_position`) WHERE late_position IS NOT NULL;
CREATE INDEX `events_kept` ON `events` (`merchant_id`,`kept_until`) WHERE kept_until IS NOT NULL;
CREATE INDEX `events_by_intent` ON `events` (`intent_id`,`sequence`) WHERE sequence > 1;

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
	`updated_at` integer NOT NULL,
	`suspended_at` integer,
	`suspension_reason` text,
	`refunds_stopped_at` integer,
	`refunds_stop_reason` text,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
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
CREATE INDEX `payment_intents_open` ON `payment_intents` (`expires_at`,`id`) WHERE status IN ('pending', 'pending_approval');
CREATE INDEX `payment_intents_approvals` ON `payment_intents` (`target_wallet_id`,`created_at`,`id`) WHERE status = 'pending_approval';
CREATE INDEX `payment_intents_pending_refunds` ON `payment_intents` (`updated_at`,`id`) WHERE refund_status = 'pending';
CREATE INDEX `payment_intents_rejections` ON `payment_intents` (`target_wallet_id`,`merchant_id`,`cancelled_at`) WHERE cancellation_reason = 'rejected_by_customer';
CREATE INDEX `payment_intents_list` ON `payment_intents` (`merchant_id`,`status`,`created_at`,`id`);
CREATE INDEX `payment_intents_by_reference` ON `payment_intents` (substr(`merchant_id`, 1, 8),`reference`,`created_at`,`id`) WHERE reference IS NOT NULL;
CREATE INDEX `payment_intents_by_counter` ON `payment_intents` (substr(`counter_id`, 1, 8),`created_at`,`id`) WHERE counter_id IS NOT NULL;
CREATE INDEX `payment_intents_by_refund` ON `payment_intents` (`merchant_id`,`refund_status`,`created_at`,`id`) WHERE refund_status IS NOT NULL;
CREATE INDEX `payment_intents_withdrawals` ON `payment_intents` (`target_wallet_id`,`merchant_id`,`cancelled_at`) WHERE cancellation_reason = 'withdrawn_by_merchant';

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

CREATE TABLE `idp_clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`protocol_mappers` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX `idp_clients_id_unique` ON `idp_clients` (`id`);

CREATE TABLE `idp_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`private_jwk` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `idp_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`enabled` integer NOT NULL,
	`attributes` text NOT NULL,
	`roles` text NOT NULL,
	`password_hash` text,
	`setup_key_hash` text,
	`setup_expires_at` integer,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX `idp_users_email_unique` ON `idp_users` (`email`);
CREATE UNIQUE INDEX `idp_users_setup_key_hash_unique` ON `idp_users` (`setup_key_hash`);
CREATE INDEX `idp_users_by_merchant` ON `idp_users` ("attributes" ->> '$.merchant_id[0]');
CREATE INDEX `idp_users_by_wallet` ON `idp_users` ("attributes" ->> '$.wallet_id[0]');

CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`currency` text,
	`is_system` integer NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `ledger_balances` (
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`is_system` integer NOT NULL,
	PRIMARY KEY(`account_id`, `currency`),
	CONSTRAINT "ledger_balances_covered" CHECK(is_system = 1 OR balance_minor >= 0)
) WITHOUT ROWID;

CREATE TABLE `ledger_entries` (
	`transaction_id` text NOT NULL,
	`line` integer NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`number` integer,
	PRIMARY KEY(`transaction_id`, `line`)
) WITHOUT ROWID;
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`,`currency`,`number`);

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
CREATE UNIQUE INDEX `ledger_transactions_idempotency_key_unique` ON `ledger_transactions` (`idempotency_key`);
CREATE INDEX `ledger_transactions_from` ON `ledger_transactions` (`from_account_id`,`created_at`);
CREATE INDEX `ledger_transactions_to` ON `ledger_transactions` (`to_account_id`,`created_at`);
CREATE INDEX `ledger_transactions_due` ON `ledger_transactions` (`settles_at`) WHERE settles_at IS NOT NULL;

CREATE TABLE `wallet_events` (
	`wallet_id` text NOT NULL,
	`id` text NOT NULL,
	`cloud_event` text NOT NULL,
	PRIMARY KEY(`wallet_id`, `id`)
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
CREATE INDEX `audit_entries_unsealed` ON `audit_entries` (`id`) WHERE sequence IS NULL;
CREATE UNIQUE INDEX `audit_entries_sequence` ON `audit_entries` (`sequence`) WHERE sequence IS NOT NULL;
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`action`,`id`);
CREATE INDEX `audit_entries_by_merchant_and_action` ON `audit_entries` (`merchant_id`,`action`,`id`);

CREATE TABLE `disabled_users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`reason` text NOT NULL,
	`disabled_at` integer NOT NULL,
	`enabled_at` integer
) WITHOUT ROWID;
CREATE INDEX `disabled_users_by_merchant` ON `disabled_users` (`merchant_id`);

CREATE TABLE `blocked_merchants` (
	`wallet_id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`wallet_id`, `merchant_id`)
) WITHOUT ROWID;
CREATE INDEX `blocked_merchants_list` ON `blocked_merchants` (`wallet_id`,`created_at`,`merchant_id`);

CREATE TABLE `last_scan_tokens` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`merchant_id` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `wallet_names` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`changed_at` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `sandbox_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `row_counts` (
	`list` text NOT NULL,
	`owner` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`list`, `owner`)
) WITHOUT ROWID;

CREATE TABLE `ledger_histories` (
	`account_id` text PRIMARY KEY NOT NULL,
	`transactions` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `clean_ups` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`passed` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `merchant_users` (
	`merchant_id` text NOT NULL,
	`subject` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`invited_until` integer,
	`ended_at` integer,
	PRIMARY KEY(`merchant_id`, `subject`)
) WITHOUT ROWID;

CREATE TABLE `merchant_profiles` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`address` text,
	`vat_id` text,
	`receipt_footer` text,
	`currency` text,
	`language` text
) WITHOUT ROWID;

CREATE TABLE `merchant_logos` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`png` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `merchant_logos_by_hash` ON `merchant_logos` (`hash`);

CREATE TABLE `sandbox_faults` (
	`merchant_id` text NOT NULL,
	`fault` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `fault`)
) WITHOUT ROWID;

CREATE TABLE `sandbox_cases` (
	`merchant_id` text NOT NULL,
	`intent_id` text NOT NULL,
	`fault` text NOT NULL,
	PRIMARY KEY(`merchant_id`, `intent_id`)
) WITHOUT ROWID;

CREATE TABLE `sandbox_merchants` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`address_hash` text,
	`signed_up_at` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `sandbox_merchants_by_address` ON `sandbox_merchants` (`address_hash`) WHERE address_hash IS NOT NULL;
CREATE INDEX `sandbox_merchants_by_day` ON `sandbox_merchants` (`signed_up_at`);
CREATE INDEX `sandbox_merchants_due` ON `sandbox_merchants` (`due_at`);

CREATE TABLE `sandbox_inbox` (
	`merchant_id` text NOT NULL,
	`id` text NOT NULL,
	`received_at` integer NOT NULL,
	`headers` text NOT NULL,
	`body` text NOT NULL,
	`response_status` integer,
	PRIMARY KEY(`merchant_id`, `id`)
) WITHOUT ROWID;
CREATE INDEX `sandbox_inbox_received` ON `sandbox_inbox` (`received_at`);

CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text,
	`subject` text NOT NULL,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer
) WITHOUT ROWID;
CREATE INDEX `sessions_by_merchant` ON `sessions` (`merchant_id`,`kind`,`counter_id`);

CREATE TABLE `idp_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`nonce` text,
	`code_hash` text NOT NULL,
	`refresh_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`client_id` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `idp_sign_ins_by_user` ON `idp_sign_ins` (`user_id`);
CREATE INDEX `idp_sign_ins_expired` ON `idp_sign_ins` (`expires_at`);

CREATE TABLE `till_pairings` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_by` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `till_pairings_by_merchant` ON `till_pairings` (`merchant_id`,`expires_at`);

CREATE TABLE `late_movements` (
	`merchant_id` text NOT NULL,
	`at` integer NOT NULL,
	`intent_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`merchant_id`, `at`, `intent_id`, `kind`)
) WITHOUT ROWID;

CREATE TABLE `kept_days` (
	`merchant_id` text NOT NULL,
	`day` text NOT NULL,
	`sums` text NOT NULL,
	PRIMARY KEY(`merchant_id`, `day`)
) WITHOUT ROWID;

CREATE TABLE `kept_positions` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `provider_key_sets` (
	`url` text PRIMARY KEY NOT NULL,
	`key_set` text NOT NULL,
	`read_at` integer NOT NULL
);

CREATE TABLE `operator_alerts` (
	`merchant_id` text NOT NULL,
	`origin` text NOT NULL,
	`failing_since` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `origin`)
) WITHOUT ROWID;

CREATE TABLE `provider_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`merchant_id` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`position` text
);
CREATE INDEX `provider_tasks_due` ON `provider_tasks` (`due_at`);
CREATE INDEX `provider_tasks_by_subject` ON `provider_tasks` (`subject`);
CREATE INDEX `provider_tasks_by_merchant` ON `provider_tasks` (`merchant_id`,`kind`);

CREATE TABLE `claimed_transactions` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL
) WITHOUT ROWID;

CREATE TABLE `live_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
) WITHOUT ROWID;

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
	`is_claimed` integer NOT NULL,
	`device` text
) WITHOUT ROWID;
CREATE INDEX `customer_sessions_by_wallet` ON `customer_sessions` (`wallet_id`);
CREATE INDEX `customer_sessions_by_age` ON `customer_sessions` (`created_at`);

CREATE TABLE `customer_wallets` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`wallet_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`)
) WITHOUT ROWID;
CREATE INDEX `customer_wallets_by_wallet` ON `customer_wallets` (`wallet_id`);

CREATE TABLE `invitations` (
	`id` text NOT NULL,
	`merchant_id` text NOT NULL,
	`email_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `created_at`, `id`)
) WITHOUT ROWID;
CREATE INDEX `invitations_by_email` ON `invitations` (`email_hash`,`created_at`);

CREATE TABLE `wallet_intents` (
	`wallet_id` text NOT NULL,
	`intent_id` text NOT NULL,
	PRIMARY KEY(`wallet_id`, `intent_id`)
) WITHOUT ROWID;

CREATE TABLE `push_subscriptions` (
	`endpoint_hash` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`subscription` text NOT NULL,
	`created_at` integer NOT NULL,
	`session_id_hash` text
) WITHOUT ROWID;
CREATE INDEX `push_subscriptions_by_wallet` ON `push_subscriptions` (`wallet_id`,`created_at`);

CREATE TABLE `desk_pairings` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`desk_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_by` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `desk_pairings_by_desk` ON `desk_pairings` (`desk_id`);

CREATE TABLE `desk_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer,
	`desk_id` text NOT NULL,
	`paired_by` text NOT NULL
) WITHOUT ROWID;
CREATE INDEX `desk_sessions_by_desk` ON `desk_sessions` (`desk_id`);

CREATE TABLE `desks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`top_up_max_minor` integer NOT NULL,
	`top_up_day_minor` integer NOT NULL,
	`pay_out_max_minor` integer NOT NULL,
	`pay_out_day_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`clerks` text DEFAULT '[]' NOT NULL,
	`limits_roll_until` integer
) WITHOUT ROWID;

CREATE TABLE `desk_shifts` (
	`id` text PRIMARY KEY NOT NULL,
	`desk_id` text NOT NULL,
	`clerk` text NOT NULL,
	`opening_float_minor` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`counted_minor` integer,
	`top_ups_minor` integer,
	`pay_outs_minor` integer
) WITHOUT ROWID;
CREATE UNIQUE INDEX `desk_shifts_open` ON `desk_shifts` (`desk_id`) WHERE closed_at IS NULL;
CREATE INDEX `desk_shifts_by_desk` ON `desk_shifts` (`desk_id`,`opened_at`);

CREATE TABLE `movements` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`direction` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`decline_reason` text,
	`transaction_id` text,
	`desk_id` text,
	`made_by` text NOT NULL,
	`reason` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`expires_at` integer,
	`is_alert_due` integer NOT NULL,
	`ending_since` integer,
	`corrects_id` text
) WITHOUT ROWID;
CREATE UNIQUE INDEX `movements_by_key` ON `movements` (`made_by`,`idempotency_key`);
CREATE INDEX `movements_list` ON `movements` (`created_at`,`id`);
CREATE INDEX `movements_by_desk` ON `movements` (`desk_id`,`created_at`,`id`);
CREATE INDEX `movements_by_account` ON `movements` (`account_id`,`created_at`,`id`);
CREATE INDEX `movements_under_way` ON `movements` (`created_at`,`id`) WHERE status IN ('awaiting_approval', 'processing');
CREATE INDEX `movements_by_corrected` ON `movements` (`corrects_id`) WHERE corrects_id IS NOT NULL;
CREATE INDEX `movements_alert_due` ON `movements` (`id`) WHERE is_alert_due = 1;

CREATE TABLE `sticker_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`counter_id` text NOT NULL,
	`label` text,
	`amount_minor` integer,
	`amount_min_minor` integer,
	`amount_max_minor` integer,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`revoked_at` integer,
	`minute_ends_at` integer NOT NULL,
	`begun_payments` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `sticker_codes_by_counter` ON `sticker_codes` (`merchant_id`,`counter_id`,`created_at`,`id`) WHERE revoked_at IS NULL;
CREATE INDEX `sticker_codes_by_merchant` ON `sticker_codes` (`merchant_id`,`created_at`,`id`);

CREATE TABLE `counter_favourites` (
	`merchant_id` text NOT NULL,
	`counter_id` text NOT NULL,
	`currency` text NOT NULL,
	`items` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `counter_id`)
) WITHOUT ROWID;

CREATE TABLE `ledger_journal` (
	`number` integer PRIMARY KEY NOT NULL,
	`transaction_id` text NOT NULL,
	`line` integer NOT NULL
);
CREATE UNIQUE INDEX `ledger_journal_move` ON `ledger_journal` (`transaction_id`,`line`);

CREATE TABLE `ledger_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`digest` text,
	`salt` text
);

CREATE TABLE `account_copies` (
	`merchant_id` text NOT NULL,
	`cell` text NOT NULL,
	`version` integer NOT NULL,
	`copied_version` integer NOT NULL,
	`tills_ended_version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`merchant_id`, `cell`)
) WITHOUT ROWID;
CREATE INDEX `account_copies_stale` ON `account_copies` (`merchant_id`) WHERE copied_version < version;

CREATE TABLE `cell_reports` (
	`cell` text PRIMARY KEY NOT NULL,
	`reported_at` integer NOT NULL,
	`gauges` text NOT NULL,
	`event_counts` text NOT NULL,
	`chain_head` text NOT NULL,
	`size_bytes` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `cell_reports_reported_at` ON `cell_reports` (`reported_at`);

CREATE TABLE `lasting_settings` (
	`entry` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`noted_at` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `ledger_totals` (
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`sum_minor` integer NOT NULL,
	PRIMARY KEY(`currency`, `kind`)
) WITHOUT ROWID;

CREATE TABLE `moved_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;

CREATE TABLE `stopped_wallets` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`stopped_before` integer NOT NULL,
	`held_since` integer,
	`reason` text
) WITHOUT ROWID;
CREATE INDEX `stopped_wallets_before` ON `stopped_wallets` (`stopped_before`);
CREATE INDEX `stopped_wallets_held` ON `stopped_wallets` (`wallet_id`) WHERE held_since IS NOT NULL;

CREATE TABLE `sandbox_grants` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `sandbox_grants_due` ON `sandbox_grants` (`due_at`);

CREATE TRIGGER `counters_counted` AFTER INSERT ON `counters` BEGIN
	INSERT INTO `row_counts` VALUES ('counters', NEW.merchant_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER `counters_uncounted` AFTER DELETE ON `counters` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'counters' AND owner = OLD.merchant_id;
END;

CREATE TRIGGER `blocked_merchants_counted` AFTER INSERT ON `blocked_merchants` BEGIN
	INSERT INTO `row_counts` VALUES ('blocked_merchants', NEW.wallet_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER `blocked_merchants_uncounted` AFTER DELETE ON `blocked_merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'blocked_merchants' AND owner = OLD.wallet_id;
END;

CREATE TRIGGER `merchants_counted` AFTER INSERT ON `merchants` BEGIN
	INSERT INTO `row_counts` VALUES ('merchants', NEW.status, 1) ON CONFLICT DO UPDATE SET total = total + 1;
	INSERT INTO `row_counts` VALUES ('public_merchants', '', NEW.is_listed AND NEW.status = 'active' AND NEW.suspended_at IS NULL)
		ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER `merchants_uncounted` AFTER DELETE ON `merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'merchants' AND owner = OLD.status;
	UPDATE `row_counts` SET total = total - (OLD.is_listed AND OLD.status = 'active' AND OLD.suspended_at IS NULL) WHERE list = 'public_merchants';
END;

CREATE TRIGGER `merchants_recounted` AFTER UPDATE OF `status`, `suspended_at` ON `merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'merchants' AND owner = OLD.status;
	INSERT INTO `row_counts` VALUES ('merchants', NEW.status, 1) ON CONFLICT DO UPDATE SET total = total + 1;
	UPDATE `row_counts` SET total = total - (OLD.is_listed AND OLD.status = 'active' AND OLD.suspended_at IS NULL)
		+ (NEW.is_listed AND NEW.status = 'active' AND NEW.suspended_at IS NULL) WHERE list = 'public_merchants';
END;

CREATE TRIGGER `sticker_codes_erased` AFTER UPDATE OF `erased_at` ON `merchants` WHEN NEW.erased_at IS NOT NULL BEGIN
	DELETE FROM `sticker_codes` WHERE merchant_id = NEW.id;
END;

CREATE TRIGGER `counter_favourites_erased` AFTER UPDATE OF `erased_at` ON `merchants` WHEN NEW.erased_at IS NOT NULL BEGIN
	DELETE FROM `counter_favourites` WHERE merchant_id = NEW.id;
END;

-- A declined transaction stays declined, and is in no history.
CREATE TRIGGER `ledger_transactions_counted` AFTER INSERT ON `ledger_transactions` WHEN NEW.status <> 'declined' BEGIN
	INSERT INTO `ledger_histories` VALUES (NEW.from_account_id, 1) ON CONFLICT DO UPDATE SET transactions = transactions + 1;
	INSERT INTO `ledger_histories` SELECT NEW.to_account_id, 1 WHERE NEW.to_account_id <> NEW.from_account_id
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;

CREATE TRIGGER `ledger_transactions_uncounted` AFTER DELETE ON `ledger_transactions` WHEN OLD.status <> 'declined' BEGIN
	UPDATE `ledger_histories` SET transactions = transactions - 1 WHERE account_id IN (OLD.from_account_id, OLD.to_account_id);
END;

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

CREATE TRIGGER `kept_days_discarded` AFTER UPDATE OF `time_zone` ON `merchants` WHEN NEW.time_zone <> OLD.time_zone BEGIN
	DELETE FROM `kept_positions` WHERE merchant_id = NEW.id;
	DELETE FROM `kept_days` WHERE merchant_id = NEW.id;
END;

CREATE TRIGGER `wallet_intents_inserted` AFTER INSERT ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER `wallet_intents_updated` AFTER UPDATE OF `status` ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') AND OLD.status <> NEW.status BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;

-- The clock keeps versions growing after a restore of the database to an earlier one.
CREATE TRIGGER `account_copies_merchant_updated` AFTER UPDATE ON `merchants` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.id;
	UPDATE `account_copies` SET tills_ended_version = version
		WHERE merchant_id = NEW.id AND NEW.suspended_at IS NOT OLD.suspended_at;
END;

CREATE TRIGGER `account_copies_counter_inserted` AFTER INSERT ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.merchant_id;
END;

CREATE TRIGGER `account_copies_counter_updated` AFTER UPDATE ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = NEW.merchant_id;
END;

CREATE TRIGGER `account_copies_counter_deleted` AFTER DELETE ON `counters` BEGIN
	UPDATE `account_copies` SET version = max(version + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER))
		WHERE merchant_id = OLD.merchant_id;
END;

-- Money comes and goes by changes of a balance alone. An account is a wallet if it may hold one currency.
CREATE TRIGGER `ledger_balances_summed` AFTER UPDATE OF `balance_minor` ON `ledger_balances` BEGIN
	INSERT INTO `ledger_totals` SELECT NEW.currency, CASE NEW.account_id
		WHEN 'float' THEN 'float'
		WHEN 'system:clearing' THEN 'clearing'
		ELSE iif((SELECT currency FROM `ledger_accounts` WHERE id = NEW.account_id) IS NULL, 'merchants', 'wallets') END,
		NEW.balance_minor - OLD.balance_minor WHERE TRUE ON CONFLICT DO UPDATE SET sum_minor = sum_minor + excluded.sum_minor;
END;

INSERT INTO `row_counts` VALUES ('public_merchants', '', 0);

-- WITHOUT ROWID was added by hand, as in 0000; so were the triggers, which drizzle-kit does not know.
CREATE TABLE `row_counts` (
	`list` text NOT NULL,
	`owner` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`list`, `owner`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_histories` (
	`account_id` text PRIMARY KEY NOT NULL,
	`transactions` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `clean_ups` (
	`merchant_id` text PRIMARY KEY NOT NULL,
	`passed` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `events` ADD `kept_until` integer;--> statement-breakpoint
CREATE INDEX `events_kept` ON `events` (`merchant_id`,`kept_until`) WHERE kept_until IS NOT NULL;--> statement-breakpoint
-- The release before names this index, so there is one of this name again at once. Its lists are then sorted, not wrong.
DROP INDEX `payment_intents_list`;--> statement-breakpoint
CREATE INDEX `payment_intents_list` ON `payment_intents` (`merchant_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_intents_by_reference` ON `payment_intents` (substr(`merchant_id`, 1, 8),`reference`,`created_at`,`id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_intents_by_counter` ON `payment_intents` (substr(`counter_id`, 1, 8),`created_at`,`id`) WHERE counter_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_intents_by_refund` ON `payment_intents` (`merchant_id`,`refund_status`,`created_at`,`id`) WHERE refund_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_by_intent` ON `events` (`intent_id`,`sequence`) WHERE sequence > 1;--> statement-breakpoint
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_merchant_and_action` ON `audit_entries` (`merchant_id`,`action`,`id`);--> statement-breakpoint
CREATE INDEX `merchants_public` ON `merchants` (`created_at`,`id`) WHERE status = 'active' AND suspended_at IS NULL;--> statement-breakpoint
CREATE INDEX `merchants_suspended` ON `merchants` (`id`) WHERE suspended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocked_merchants_list` ON `blocked_merchants` (`wallet_id`,`created_at`,`merchant_id`);--> statement-breakpoint
-- The triggers come before the first counts, so that no row is missed between them.
CREATE TRIGGER `counters_counted` AFTER INSERT ON `counters` BEGIN
	INSERT INTO `row_counts` VALUES ('counters', NEW.merchant_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;--> statement-breakpoint
CREATE TRIGGER `counters_uncounted` AFTER DELETE ON `counters` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'counters' AND owner = OLD.merchant_id;
END;--> statement-breakpoint
CREATE TRIGGER `blocked_merchants_counted` AFTER INSERT ON `blocked_merchants` BEGIN
	INSERT INTO `row_counts` VALUES ('blocked_merchants', NEW.wallet_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;--> statement-breakpoint
CREATE TRIGGER `blocked_merchants_uncounted` AFTER DELETE ON `blocked_merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'blocked_merchants' AND owner = OLD.wallet_id;
END;--> statement-breakpoint
CREATE TRIGGER `merchants_counted` AFTER INSERT ON `merchants` BEGIN
	INSERT INTO `row_counts` VALUES ('merchants', NEW.status, 1) ON CONFLICT DO UPDATE SET total = total + 1;
	INSERT INTO `row_counts` VALUES ('public_merchants', '', NEW.status = 'active' AND NEW.suspended_at IS NULL)
		ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;--> statement-breakpoint
CREATE TRIGGER `merchants_uncounted` AFTER DELETE ON `merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'merchants' AND owner = OLD.status;
	UPDATE `row_counts` SET total = total - (OLD.status = 'active' AND OLD.suspended_at IS NULL) WHERE list = 'public_merchants';
END;--> statement-breakpoint
CREATE TRIGGER `merchants_recounted` AFTER UPDATE OF `status`, `suspended_at` ON `merchants` BEGIN
	UPDATE `row_counts` SET total = total - 1 WHERE list = 'merchants' AND owner = OLD.status;
	INSERT INTO `row_counts` VALUES ('merchants', NEW.status, 1) ON CONFLICT DO UPDATE SET total = total + 1;
	UPDATE `row_counts` SET total = total - (OLD.status = 'active' AND OLD.suspended_at IS NULL)
		+ (NEW.status = 'active' AND NEW.suspended_at IS NULL) WHERE list = 'public_merchants';
END;--> statement-breakpoint
-- A declined transaction stays declined, and is in no history.
CREATE TRIGGER `ledger_transactions_counted` AFTER INSERT ON `ledger_transactions` WHEN NEW.status <> 'declined' BEGIN
	INSERT INTO `ledger_histories` VALUES (NEW.from_account_id, 1) ON CONFLICT DO UPDATE SET transactions = transactions + 1;
	INSERT INTO `ledger_histories` SELECT NEW.to_account_id, 1 WHERE NEW.to_account_id <> NEW.from_account_id
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;--> statement-breakpoint
CREATE TRIGGER `ledger_transactions_uncounted` AFTER DELETE ON `ledger_transactions` WHEN OLD.status <> 'declined' BEGIN
	UPDATE `ledger_histories` SET transactions = transactions - 1 WHERE account_id IN (OLD.from_account_id, OLD.to_account_id);
END;--> statement-breakpoint
INSERT INTO `row_counts` SELECT 'counters', merchant_id, count(*) FROM `counters` WHERE TRUE GROUP BY merchant_id
	ON CONFLICT DO UPDATE SET total = excluded.total;--> statement-breakpoint
INSERT INTO `row_counts` SELECT 'blocked_merchants', wallet_id, count(*) FROM `blocked_merchants` WHERE TRUE GROUP BY wallet_id
	ON CONFLICT DO UPDATE SET total = excluded.total;--> statement-breakpoint
INSERT INTO `row_counts` SELECT 'merchants', status, count(*) FROM `merchants` WHERE TRUE GROUP BY status
	ON CONFLICT DO UPDATE SET total = excluded.total;--> statement-breakpoint
INSERT INTO `row_counts` SELECT 'public_merchants', '', count(*) FROM `merchants` WHERE status = 'active' AND suspended_at IS NULL
	ON CONFLICT DO UPDATE SET total = excluded.total;--> statement-breakpoint
INSERT INTO `ledger_histories` SELECT account, count(*) FROM (
	SELECT from_account_id AS account FROM `ledger_transactions` WHERE status <> 'declined'
	UNION ALL
	SELECT to_account_id FROM `ledger_transactions` WHERE status <> 'declined' AND to_account_id <> from_account_id)
	WHERE TRUE GROUP BY account ON CONFLICT DO UPDATE SET transactions = excluded.transactions;

CREATE TABLE `ledger_reports` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`settled_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ledger_reports_due` ON `ledger_reports` (`due_at`);--> statement-breakpoint
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
CREATE TABLE `ledger_histories` (
	`account_id` text PRIMARY KEY NOT NULL,
	`transactions` integer NOT NULL
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
-- A declined transaction stays declined, and is in no history.
CREATE TRIGGER `ledger_transactions_counted` AFTER INSERT ON `ledger_transactions` WHEN NEW.status <> 'declined' BEGIN
	INSERT INTO `ledger_histories` VALUES (NEW.from_account_id, 1) ON CONFLICT DO UPDATE SET transactions = transactions + 1;
	INSERT INTO `ledger_histories` SELECT NEW.to_account_id, 1 WHERE NEW.to_account_id <> NEW.from_account_id
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;--> statement-breakpoint
CREATE TRIGGER `ledger_transactions_uncounted` AFTER DELETE ON `ledger_transactions` WHEN OLD.status <> 'declined' BEGIN
	UPDATE `ledger_histories` SET transactions = transactions - 1 WHERE account_id IN (OLD.from_account_id, OLD.to_account_id);
END;--> statement-breakpoint
-- What settles is to be reported, in the same transaction.
CREATE TRIGGER `ledger_transactions_settled` AFTER UPDATE OF `status` ON `ledger_transactions`
	WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
	INSERT INTO `ledger_reports` VALUES (NEW.id, NEW.completed_at, 0, NEW.completed_at) ON CONFLICT DO NOTHING;
END;

-- As in ../0000_release_1.sql, WITHOUT ROWID and the triggers are by hand.
CREATE TABLE `ledger_reports` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`settled_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `ledger_reports_due` ON `ledger_reports` (`due_at`);

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

CREATE TABLE `ledger_histories` (
	`account_id` text PRIMARY KEY NOT NULL,
	`transactions` integer NOT NULL
) WITHOUT ROWID;

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

CREATE TABLE `ledger_audits` (
	`id` integer PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL
);

CREATE TABLE `ledger_totals` (
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`sum_minor` integer NOT NULL,
	PRIMARY KEY(`currency`, `kind`)
) WITHOUT ROWID;

-- A declined transaction stays declined, and is in no history.
CREATE TRIGGER `ledger_transactions_counted` AFTER INSERT ON `ledger_transactions` WHEN NEW.status <> 'declined' BEGIN
	INSERT INTO `ledger_histories` VALUES (NEW.from_account_id, 1) ON CONFLICT DO UPDATE SET transactions = transactions + 1;
	INSERT INTO `ledger_histories` SELECT NEW.to_account_id, 1 WHERE NEW.to_account_id <> NEW.from_account_id
		ON CONFLICT DO UPDATE SET transactions = transactions + 1;
END;

CREATE TRIGGER `ledger_transactions_uncounted` AFTER DELETE ON `ledger_transactions` WHEN OLD.status <> 'declined' BEGIN
	UPDATE `ledger_histories` SET transactions = transactions - 1 WHERE account_id IN (OLD.from_account_id, OLD.to_account_id);
END;

-- What settles is to be reported, in the same transaction.
CREATE TRIGGER `ledger_transactions_settled` AFTER UPDATE OF `status` ON `ledger_transactions`
	WHEN OLD.status = 'pending' AND NEW.status <> 'pending' BEGIN
	INSERT INTO `ledger_reports` VALUES (NEW.id, NEW.completed_at, 0, NEW.completed_at) ON CONFLICT DO NOTHING;
END;

-- Money comes and goes by changes of a balance alone. An account is a wallet if it may hold one currency.
CREATE TRIGGER `ledger_balances_summed` AFTER UPDATE OF `balance_minor` ON `ledger_balances` BEGIN
	INSERT INTO `ledger_totals` SELECT NEW.currency, CASE NEW.account_id
		WHEN 'float' THEN 'float'
		WHEN 'system:clearing' THEN 'clearing'
		ELSE iif((SELECT currency FROM `ledger_accounts` WHERE id = NEW.account_id) IS NULL, 'merchants', 'wallets') END,
		NEW.balance_minor - OLD.balance_minor WHERE TRUE ON CONFLICT DO UPDATE SET sum_minor = sum_minor + excluded.sum_minor;
END;

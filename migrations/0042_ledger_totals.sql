CREATE TABLE `ledger_totals` (
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`sum_minor` integer NOT NULL,
	PRIMARY KEY(`currency`, `kind`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sweep_positions_waiting` ON `sweep_positions` (`part`,`updated_at`);
--> statement-breakpoint
-- Money comes and goes by changes of a balance alone. An account is a wallet if it may hold one currency.
CREATE TRIGGER `ledger_balances_summed` AFTER UPDATE OF `balance_minor` ON `ledger_balances` BEGIN
	INSERT INTO `ledger_totals` SELECT NEW.currency, CASE NEW.account_id
		WHEN 'float' THEN 'float'
		WHEN 'system:clearing' THEN 'clearing'
		ELSE iif((SELECT currency FROM `ledger_accounts` WHERE id = NEW.account_id) IS NULL, 'merchants', 'wallets') END,
		NEW.balance_minor - OLD.balance_minor WHERE TRUE ON CONFLICT DO UPDATE SET sum_minor = sum_minor + excluded.sum_minor;
END;

-- The embedded ledger's opening balances come from the operator's account, `float`, as top-ups. It alone may be below zero.
UPDATE `ledger_accounts` SET id = 'float' WHERE id = 'system:funding';
--> statement-breakpoint
UPDATE `ledger_balances` SET account_id = 'float' WHERE account_id = 'system:funding';
--> statement-breakpoint
UPDATE `ledger_histories` SET account_id = 'float' WHERE account_id = 'system:funding';
--> statement-breakpoint
UPDATE `ledger_entries` SET account_id = 'float' WHERE account_id = 'system:funding';
--> statement-breakpoint
UPDATE `ledger_transactions` SET from_account_id = 'float', transaction_type = 'top_up' WHERE transaction_type = 'funding';
--> statement-breakpoint
UPDATE `ledger_balances` SET is_system = 0 WHERE account_id = 'system:clearing';

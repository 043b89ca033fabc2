-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `claimed_transactions` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL
) WITHOUT ROWID;
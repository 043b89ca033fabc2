-- WITHOUT ROWID was added by hand, as in 0000.
CREATE TABLE `unfinished_work` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`merchant_id` text NOT NULL,
	`work` text NOT NULL,
	`since` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unfinished_work_since` ON `unfinished_work` (`work`,`since`,`intent_id`);--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `payment_ledger_tx_id` text;--> statement-breakpoint
CREATE INDEX `payment_intents_pending_refunds` ON `payment_intents` (`updated_at`,`id`) WHERE refund_status = 'pending';
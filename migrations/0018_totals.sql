CREATE TABLE `late_movements` (
	`merchant_id` text NOT NULL,
	`at` integer NOT NULL,
	`intent_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`merchant_id`, `at`, `intent_id`, `kind`)
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000; so were the triggers, which drizzle-kit does not know.
--> statement-breakpoint
ALTER TABLE `archived_intents` ADD `amount_minor` integer;--> statement-breakpoint
ALTER TABLE `archived_intents` ADD `currency` text;--> statement-breakpoint
ALTER TABLE `archived_intents` ADD `completed_at` integer;--> statement-breakpoint
-- The triggers come before the first rows, so that none is missed between them.
CREATE TRIGGER `late_movements_inserted` AFTER INSERT ON `payment_intents`
WHEN NEW.refund_status = 'completed' OR NEW.completed_at - NEW.created_at > 3600000 BEGIN
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.completed_at, NEW.id, 'payment'
		WHERE NEW.completed_at - NEW.created_at > 3600000 ON CONFLICT DO NOTHING;
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.updated_at, NEW.id, 'refund'
		WHERE NEW.refund_status = 'completed' AND NOT EXISTS (SELECT 1 FROM `archived_intents`
			WHERE id = unhex(replace(NEW.id, '-', '')) AND refund_status = 'completed') ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `late_movements_updated` AFTER UPDATE OF `status`, `refund_status` ON `payment_intents`
WHEN (NEW.refund_status = 'completed' AND OLD.refund_status IS NOT 'completed')
	OR (NEW.completed_at - NEW.created_at > 3600000 AND OLD.completed_at IS NULL) BEGIN
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.completed_at, NEW.id, 'payment'
		WHERE NEW.completed_at - NEW.created_at > 3600000 ON CONFLICT DO NOTHING;
	INSERT INTO `late_movements` SELECT NEW.merchant_id, NEW.updated_at, NEW.id, 'refund'
		WHERE NEW.refund_status = 'completed' AND OLD.refund_status IS NOT 'completed' ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
INSERT INTO `late_movements` SELECT merchant_id, completed_at, id, 'payment' FROM `payment_intents`
	WHERE completed_at - created_at > 3600000 ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO `late_movements` SELECT merchant_id, updated_at, id, 'refund' FROM `payment_intents`
	WHERE refund_status = 'completed' ON CONFLICT DO NOTHING;

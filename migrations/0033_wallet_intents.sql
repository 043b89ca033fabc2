CREATE TABLE `wallet_intents` (
	`wallet_id` text NOT NULL,
	`intent_id` text NOT NULL,
	PRIMARY KEY(`wallet_id`, `intent_id`)
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000; so were the triggers, which drizzle-kit does not know.
--> statement-breakpoint
-- The triggers come before the first rows, so that none is missed between them.
CREATE TRIGGER `wallet_intents_inserted` AFTER INSERT ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `wallet_intents_updated` AFTER UPDATE OF `status` ON `payment_intents`
WHEN NEW.target_wallet_id IS NOT NULL AND NEW.status IN ('cancelled', 'expired') AND OLD.status <> NEW.status BEGIN
	INSERT INTO `wallet_intents` VALUES (NEW.target_wallet_id, NEW.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
INSERT INTO `wallet_intents` SELECT target_wallet_id, id FROM `payment_intents`
	WHERE target_wallet_id IS NOT NULL AND status IN ('cancelled', 'expired') ON CONFLICT DO NOTHING;

CREATE TABLE `sandbox_grants` (
	`wallet_id` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
-- WITHOUT ROWID was added by hand, as in 0000.
--> statement-breakpoint
CREATE INDEX `sandbox_grants_due` ON `sandbox_grants` (`due_at`);
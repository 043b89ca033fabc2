CREATE TABLE `desk_pairings` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`desk_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_by` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `desk_pairings_by_desk` ON `desk_pairings` (`desk_id`);--> statement-breakpoint
CREATE TABLE `desk_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`tokens` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_until` integer,
	`desk_id` text NOT NULL,
	`paired_by` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `desk_sessions_by_desk` ON `desk_sessions` (`desk_id`);--> statement-breakpoint
CREATE TABLE `desks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`top_up_max_minor` integer NOT NULL,
	`top_up_day_minor` integer NOT NULL,
	`pay_out_max_minor` integer NOT NULL,
	`pay_out_day_minor` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `provider_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`merchant_id` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_tasks_due` ON `provider_tasks` (`due_at`);--> statement-breakpoint
CREATE INDEX `provider_tasks_by_subject` ON `provider_tasks` (`subject`);
DROP INDEX `merchants_public`;--> statement-breakpoint
CREATE INDEX `merchants_public` ON `merchants` (`status`,`suspended_at`,`created_at`,`id`);
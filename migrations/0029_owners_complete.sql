ALTER TABLE `merchants` ADD `owners_complete_at` integer;--> statement-breakpoint
CREATE INDEX `merchants_lacking_owners` ON `merchants` (`id`) WHERE owners_complete_at IS NULL;
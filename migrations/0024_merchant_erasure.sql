ALTER TABLE `merchants` ADD `erasure_requested_at` integer;--> statement-breakpoint
ALTER TABLE `merchants` ADD `erased_at` integer;
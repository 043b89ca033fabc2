ALTER TABLE `events` ADD `late_position` text;--> statement-breakpoint
CREATE INDEX `events_failed` ON `events` (`merchant_id`,`id`) WHERE delivery_status = 'failed';--> statement-breakpoint
CREATE INDEX `events_late` ON `events` (`merchant_id`,`late_position`) WHERE late_position IS NOT NULL;
CREATE TABLE `cell_reports` (
	`cell` text PRIMARY KEY NOT NULL,
	`reported_at` integer NOT NULL,
	`gauges` text NOT NULL,
	`event_counts` text NOT NULL
);

CREATE TABLE `operator_alerts` (
	`merchant_id` text NOT NULL,
	`origin` text NOT NULL,
	`failing_since` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `origin`)
);

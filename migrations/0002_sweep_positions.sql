CREATE TABLE `sweep_positions` (
	`part` text NOT NULL,
	`key` text NOT NULL,
	`position` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`part`, `key`)
);

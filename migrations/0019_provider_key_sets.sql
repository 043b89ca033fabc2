CREATE TABLE `provider_key_sets` (
	`url` text PRIMARY KEY NOT NULL,
	`key_set` text NOT NULL,
	`read_at` integer NOT NULL
);

CREATE TABLE `idp_login_addresses` (
	`user_id` text NOT NULL,
	`address_key` text NOT NULL,
	`forgiven_at` integer NOT NULL,
	`last_login_at` integer,
	PRIMARY KEY(`user_id`, `address_key`)
) WITHOUT ROWID;

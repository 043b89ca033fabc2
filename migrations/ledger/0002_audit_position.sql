CREATE TABLE `ledger_audits` (
	`id` integer PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL
);

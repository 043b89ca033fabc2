CREATE TABLE `idp_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`nonce` text,
	`code_hash` text NOT NULL,
	`refresh_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idp_sign_ins_by_user` ON `idp_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `idp_sign_ins_expired` ON `idp_sign_ins` (`expires_at`);
CREATE INDEX `idp_users_by_wallet` ON `idp_users` ("attributes" ->> '$.wallet_id[0]');

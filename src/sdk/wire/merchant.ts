// Generated from the OpenAPI document by npm run generate; do not edit.

/** The new credentials. The secret is not shown again, and the old one no longer works. */
export interface CredentialsResponse {
  client_id: string;
  /** Shown in this response only. */
  client_secret: string;
  /** A hint for a person who reads the response. */
  note: string;
}

/** All dashboard users. */
export interface MerchantUsersResponse {
  users: MerchantUser[];
}

export interface MerchantUser {
  /** The `sub` of the user's tokens. */
  id: string;
  email: string;
  role: MerchantRole;
  /** False for one who cannot sign in, such as one whom an administrator has disabled. */
  is_enabled: boolean;
  /** ISO 8601. */
  created_at: string | null;
}

export type MerchantRole = "owner" | "staff";

export interface InviteMerchantUser {
  /** At most 254 characters. */
  email: string;
  /** Staff may take and cancel payments and read; everything else is for owners. */
  role: MerchantRole;
}

/** The new user. */
export interface MerchantUserInvitedResponse {
  user: MerchantUser;
  /** Where the user sets a password, within 72 hours; null when the identity provider mails the link. */
  setup_url: string | null;
}

export interface UpdateMerchantUser {
  /** Staff may take and cancel payments and read; everything else is for owners. */
  role: MerchantRole;
}

/** The user as it now stands. */
export interface MerchantUserResponse {
  user: MerchantUser;
}

/** The settings as they now stand. */
export interface MerchantSettingsResponse {
  settings: MerchantSettings;
}

export interface MerchantSettings {
  /** IANA; whose days the totals and the payments by day are of. */
  time_zone: string;
}

export interface UpdateMerchantSettings {
  /** A name of the IANA time zone database, such as `Europe/Berlin`. `UTC` when never set. */
  time_zone?: string | null;
}

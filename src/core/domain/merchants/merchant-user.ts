// A merchant's dashboard users. The identity provider knows who they are; the service keeps what each of them may do.

export const MERCHANT_ROLES = ["owner", "staff"] as const;
/** Staff take and cancel payments and read; refunds, settings, users and access are for owners. */
export type MerchantRole = (typeof MERCHANT_ROLES)[number];

/** The role of a user without a stored one: it was lost, or never given here. */
export const ROLE_WITHOUT_ROW: MerchantRole = "staff";

export const MERCHANT_USERS_MAX = 100;

export interface MerchantUser {
  /** The `sub` of the user's tokens. */
  id: string;
  email: string;
  role: MerchantRole;
  isEnabled: boolean;
  /** It is null when the identity provider does not say. */
  createdAt: number | null;
  /** When the link to a first password ends; null once there is a password. */
  invitedUntil: number | null;
  /** When the invitation made way for a registration of the email; null for every other user. */
  endedAt: number | null;
}

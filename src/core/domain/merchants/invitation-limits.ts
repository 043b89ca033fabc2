// Whoever signs in as an owner can have mail sent to any address: so many invitations are begun, whether or not they succeed.

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface InvitationLimit {
  most: number;
  periodMs: number;
}

export const PER_MERCHANT: InvitationLimit = { most: 20, periodMs: HOUR_MS };
/** All merchants together may invite one email address so often. */
export const PER_EMAIL: InvitationLimit = { most: 3, periodMs: DAY_MS };

/** Nothing older counts. */
export const INVITATIONS_COUNTED_MS = Math.max(PER_MERCHANT.periodMs, PER_EMAIL.periodMs);
/** How long a merchant's list shows that an invitation has ended. */
export const ENDED_SHOWN_MS = 30 * DAY_MS;

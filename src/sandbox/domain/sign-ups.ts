// Merchants that strangers have made for themselves, and how many there may be.

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** A day is one of UTC. */
export const SIGN_UPS_MAX = { ofAddress: 3, ofDay: 200, alive: 2_000 };

/** A merchant goes when it has asked for nothing for so long. */
export const UNUSED_MAX_MS = 30 * DAY_MS;

/** Only a merchant that has signed up has an id of this kind, so that nobody has to look up who has. `id`: a random UUID. */
export function signUpId(id: string): string {
  return `${id.slice(0, 14)}8${id.slice(15)}`;
}

export function hasSignedUp(merchantId: string): boolean {
  return merchantId[14] === "8";
}

/** An address that nothing can be sent to (RFC 2606). */
export function emailOf(merchantId: string): string {
  return `${merchantId}@sandbox.invalid`;
}

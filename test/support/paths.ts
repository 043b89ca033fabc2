// Where the API's parts are.
export const MERCHANT_API = "/merchant/api/v1";
export const INTENTS = `${MERCHANT_API}/payment-intents`;
export const WALLET_API = "/wallet/api/v1";
export const SANDBOX_API = "/sandbox/v1";

/** An id that does not exist. */
export const UNKNOWN_ID = "123e4567-e89b-42d3-a456-426614174000";

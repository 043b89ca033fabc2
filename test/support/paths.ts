// Where the API's parts are, and those of the embedded identity provider.
export const MERCHANT_API = "/merchant/api/v1";
export const INTENTS = `${MERCHANT_API}/payment-intents`;
export const WALLET_API = "/wallet/api/v1";
export const SANDBOX_API = "/sandbox/v1";

/** An id that does not exist. */
export const UNKNOWN_ID = "123e4567-e89b-42d3-a456-426614174000";

export const REALM_PATH = "/realms/payment-platform";
export const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;
export const CERTS_PATH = `${REALM_PATH}/protocol/openid-connect/certs`;
export const CLIENTS_PATH = "/admin/realms/payment-platform/clients";
export const USERS_PATH = "/admin/realms/payment-platform/users";
export const ROLES_PATH = "/admin/realms/payment-platform/roles";
export const SETUP_PAGE_PATH = `${REALM_PATH}/login-actions/action-token`;

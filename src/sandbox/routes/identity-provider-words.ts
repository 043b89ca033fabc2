import type { OperationWords } from "#core/http/describe.ts";

export const IDENTITY_PROVIDER_WORDS: Record<string, OperationWords> = {
  getToken: [
    "Get an access token",
    "Client credentials for merchants, counters, wallets and administrators; a password for dashboard users.",
  ],
};

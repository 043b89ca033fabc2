import { REALM } from "../../../domain/realm.ts";
import { TokenRequest, TokenResponse } from "../../../wire/responses/tokens.ts";
import { CLIENT_SECRET, MERCHANT } from "../examples.ts";
import type { Operation } from "../operation.ts";

export const TOKEN_PATH = `/realms/${REALM}/protocol/openid-connect/token` as const;

export const tokenOperations: readonly Operation[] = [
  {
    method: "post",
    path: TOKEN_PATH,
    operationId: "takeToken",
    tag: "Tokens",
    summary: "Take an access token",
    description:
      "Client credentials for merchants, counters, wallets and administrators; a password for dashboard users.",
    access: "anyone",
    body: {
      schema: TokenRequest,
      mediaType: "application/x-www-form-urlencoded",
      examples: {
        client: {
          grant_type: "client_credentials",
          client_id: MERCHANT.client_id,
          client_secret: CLIENT_SECRET,
        },
      },
    },
    responses: {
      200: {
        description: "The token.",
        schema: TokenResponse,
        examples: { token: { access_token: "<ACCESS_TOKEN>", expires_in: 300, token_type: "Bearer" } },
      },
    },
    dialect: "oauth",
    isRateLimited: true,
  },
];

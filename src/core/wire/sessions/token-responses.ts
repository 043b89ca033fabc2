// The token endpoint speaks OAuth 2.0, without the envelope.
import * as z from "zod/mini";
import { Environment } from "#core/wire/shared/enums.ts";
import { Failure, integer } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

export const TokenResponse = documented(
  "The access token.",
  z.object({
    access_token: z.string(),
    expires_in: integer("Seconds; 300. Get a new token 30 seconds before."),
    token_type: z.literal("Bearer"),
    environment: Environment,
  }),
);
const oauthFailure = { error: z.string(), error_description: z.optional(z.string()) };
export const OAuthFailure = z.object(oauthFailure);
/** One schema for both: an alternative makes generators leave the operation out. */
export const TokenEndpointFailure = documented(
  "OAuth's failure, or, when the service in front of the provider fails, its own.",
  z.object({ ...oauthFailure, ...z.partial(Failure).shape, error: z.string() }),
);

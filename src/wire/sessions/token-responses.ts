// The token endpoint speaks OAuth 2.0, without the envelope.
import * as z from "zod/mini";
import { integer } from "../shared/envelope.ts";
import { documented } from "../shared/published.ts";

export const TokenResponse = documented(
  "The access token.",
  z.object({
    access_token: z.string(),
    expires_in: integer("Seconds; 300. Get a new token 30 seconds before."),
    token_type: z.literal("Bearer"),
  }),
);
export const OAuthFailure = z.object({ error: z.string(), error_description: z.optional(z.string()) });

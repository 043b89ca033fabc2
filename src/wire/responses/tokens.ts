// The token endpoint speaks OAuth 2.0, without the envelope.
import * as z from "zod";
import { named } from "../published.ts";
import { integer, Secret, text } from "./envelope.ts";

export const TokenRequest = named(
  "TokenRequest",
  z.object({
    grant_type: z.enum(["client_credentials", "password"]),
    client_id: text("HTTP Basic may carry it instead.").optional(),
    client_secret: Secret("With `client_credentials`.").optional(),
    username: text("With `password`: the dashboard user's email.").optional(),
    password: Secret("With `password`, of the client `merchant-dashboard`.").optional(),
  }),
);
export const TokenResponse = named(
  "TokenResponse",
  z.object({
    access_token: z.string(),
    expires_in: integer("Seconds; 300. Take a new token 30 seconds before."),
    token_type: z.literal("Bearer"),
  }),
);
export const OAuthFailure = named(
  "OAuthFailure",
  z.object({ error: z.string(), error_description: z.string().optional() }),
);

// What an identity provider says, by OpenID Connect Discovery 1.0 and Core 1.0, to a public client that uses codes alone.
import { decodeJwt } from "jose";
import * as z from "zod/mini";

const address = z.optional(z.string());

export const ProviderMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  revocation_endpoint: address,
  end_session_endpoint: address,
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});
export type ProviderMetadata = z.output<typeof ProviderMetadata>;

const Tokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z.optional(z.number().check(z.nonnegative())),
  refresh_token: z.optional(z.string().check(z.minLength(1))),
  id_token: z.optional(z.string().check(z.minLength(1))),
});

const IdTokenClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.unknown()),
  exp: z.number(),
  iat: z.number(),
  nonce: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
});

/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;

interface Expected {
  issuer: string;
  clientId: string;
  /** Null for tokens that are renewed, whose ID token may be left out. */
  nonce: string | null;
  now: number;
}

/** Throws for a response that is not valid. */
export function readTokens(body: unknown, expected: Expected) {
  const tokens = z.parse(Tokens, body);
  if (tokens.id_token === undefined && expected.nonce === null) return { ...tokens, email: undefined };
  return { ...tokens, email: readIdToken(tokens.id_token ?? "", expected).email };
}

/** Core §3.1.3.7. It comes from the provider itself, so its signature says no more than the connection does (rule 6). */
function readIdToken(token: string, { issuer, clientId, nonce, now }: Expected) {
  const claims = z.parse(IdTokenClaims, decodeJwt(token));
  const audiences = [claims.aud].flat();
  const isForUs =
    audiences.includes(clientId) &&
    (claims.azp === clientId || (claims.azp === undefined && audiences.length === 1));
  if (claims.iss !== issuer) throw new Error("the ID token is from another issuer");
  if (!isForUs) throw new Error("the ID token is for another client");
  if (claims.exp <= now / 1000 - CLOCK_TOLERANCE_SECONDS) throw new Error("the ID token has expired");
  if (nonce !== null && claims.nonce !== nonce) throw new Error("the ID token is of another sign-in");
  return claims;
}

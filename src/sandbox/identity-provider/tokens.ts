import { createLocalJWKSet, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";
import type { Environment } from "#core/domain/environment.ts";
import { type ActorIdentity, readIdentity as identityOf } from "#core/domain/sessions/actor-identity.ts";
import { PUBLIC_CLIENTS } from "./public-clients.ts";
import type { Realm } from "./realm.ts";
import type { SignIn } from "./sign-ins.ts";
import { readPublishedKeys, readSigningKey } from "./signing-key.ts";
import { accessClaims, type TokenSubject } from "./token-subject.ts";

const LIFETIME_SECONDS = 300;
/** Live has no such provider. */
const ENVIRONMENT: Environment = "sandbox";

/** The token response (RFC 6749 §5.1). */
export async function issueAccessToken(realm: Realm, subject: TokenSubject) {
  // The subject's claims come first, so that a protocol mapper cannot overwrite what every token has.
  const claims = { ...accessClaims(subject), typ: "Bearer", jti: crypto.randomUUID() };
  return {
    access_token: await sign(realm, claims),
    expires_in: LIFETIME_SECONDS,
    token_type: "Bearer",
    environment: ENVIRONMENT,
  };
}

/** Says who has signed in (OpenID Connect Core §2). It is no access token: its type and audience differ. */
export async function issueIdToken(
  realm: Realm,
  { id, clientId, claims }: TokenSubject,
  { id: sid, nonce }: Pick<SignIn, "id" | "nonce">,
): Promise<string> {
  const who = { sub: id, aud: clientId, azp: clientId, typ: "ID", sid, email: claims.email };
  return await sign(realm, { ...who, ...(nonce !== null && { nonce }) });
}

/** The sign-in that an ID token of this realm is about, also after it has expired; null when it is no such token. */
export async function readIdToken(
  realm: Realm,
  token: string,
): Promise<{ sid: string; sub: string; clientId: string } | null> {
  const audience = Object.keys(PUBLIC_CLIENTS);
  const payload = await verify(realm, token, { audience, currentDate: new Date(0) });
  if (payload === null) return null;
  const { typ, sid, sub, azp } = payload;
  const isWhole = typeof sid === "string" && sub !== undefined && typeof azp === "string";
  return typ === "ID" && isWhole ? { sid, sub, clientId: azp } : null;
}

/** The holder of a token that this realm has issued; null when the token is invalid. */
export async function readIdentity(realm: Realm, token: string): Promise<ActorIdentity | null> {
  const options = { requiredClaims: ["exp"], currentDate: new Date(realm.now()) };
  const payload = await verify(realm, token, options);
  return payload === null ? null : identityOf(payload);
}

async function sign(realm: Realm, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await readSigningKey(realm);
  const issuedAt = Math.floor(realm.now() / 1000);
  return await new SignJWT({ ...claims, iss: realm.issuer, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
    .sign(privateKey);
}

/** Returns null when the token is invalid. */
async function verify(realm: Realm, token: string, options: JWTVerifyOptions): Promise<JWTPayload | null> {
  const keys = createLocalJWKSet({ keys: await readPublishedKeys(realm) });
  try {
    const checks = { ...options, issuer: realm.issuer, algorithms: ["RS256"] };
    return (await jwtVerify(token, keys, checks)).payload;
  } catch {
    return null;
  }
}

import { createLocalJWKSet, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { type Principal, principalFrom } from "../../domain/principal.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import type { Realm } from "./realm.ts";
import type { SignIn } from "./sign-ins.ts";
import { readPublishedKeys, readSigningKey } from "./signing-key.ts";

const LIFETIME_SECONDS = 300;

export interface TokenResponse {
  access_token: string;
  expires_in: number;
  token_type: "Bearer";
}

export interface TokenSubject {
  id: string;
  /** The client that the token is issued to. */
  clientId: string;
  claims: JWTPayload;
}

export async function issueAccessToken(realm: Realm, subject: TokenSubject): Promise<TokenResponse> {
  const { kid, privateKey } = await readSigningKey(realm);
  const issuedAt = Math.floor(realm.now() / 1000);
  const claims = {
    // First, so that a protocol mapper cannot overwrite the claims below.
    ...subject.claims,
    iss: realm.issuer,
    sub: subject.id,
    azp: subject.clientId,
    typ: "Bearer",
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
    .sign(privateKey);
  return { access_token: token, expires_in: LIFETIME_SECONDS, token_type: "Bearer" };
}

/** Says who has signed in (OpenID Connect Core §2). It is no access token: its type and audience differ. */
export async function issueIdToken(
  realm: Realm,
  subject: TokenSubject,
  { id: sid, nonce }: Pick<SignIn, "id" | "nonce">,
): Promise<string> {
  const { kid, privateKey } = await readSigningKey(realm);
  const issuedAt = Math.floor(realm.now() / 1000);
  const claims = {
    iss: realm.issuer,
    sub: subject.id,
    aud: subject.clientId,
    azp: subject.clientId,
    typ: "ID",
    sid,
    email: subject.claims.email,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    ...(nonce !== null && { nonce }),
  };
  return await new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT", kid }).sign(privateKey);
}

/** The sign-in that an ID token of this realm is about, also after it has expired; null when it is no such token. */
export async function readIdToken(realm: Realm, token: string): Promise<{ sid: string; sub: string } | null> {
  const keys = createLocalJWKSet({ keys: await readPublishedKeys(realm) });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: realm.issuer,
      audience: DASHBOARD_CLIENT_ID,
      algorithms: ["RS256"],
      currentDate: new Date(0),
    });
    const { typ, sid, sub } = payload;
    return typ === "ID" && typeof sid === "string" && sub !== undefined ? { sid, sub } : null;
  } catch {
    return null;
  }
}

/** The holder of a token that this realm has issued; null when the token is invalid. */
export async function readPrincipal(realm: Realm, token: string): Promise<Principal | null> {
  const keys = createLocalJWKSet({ keys: await readPublishedKeys(realm) });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: realm.issuer,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
      currentDate: new Date(realm.now()),
    });
    return principalFrom(payload);
  } catch {
    return null;
  }
}

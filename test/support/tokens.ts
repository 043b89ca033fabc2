// Access tokens: requested from the token endpoint, or minted with any claims and the embedded provider's key.
import { env } from "cloudflare:workers";
import { type JWK, type JWTPayload, SignJWT } from "jose";
import { openDatabase } from "#core/db/client.ts";
import { readPublishedKeys, readSigningKey } from "#sandbox/identity-provider/signing-key.ts";
import { atService, ISSUER, requestTokenFrom } from "./identity-provider.ts";

function realm() {
  return {
    db: openDatabase(env.DB),
    publicUrl: env.PUBLIC_URL,
    issuer: ISSUER,
    masterKeys: [env.MASTER_KEY],
    admin: { clientId: "platform-admin", clientSecret: "test-admin-secret" },
    now: Date.now,
  };
}

export function signingKey() {
  return readSigningKey(realm());
}

export function publishedKeys(): Promise<JWK[]> {
  return readPublishedKeys(realm());
}

/** What every valid token carries, as of now. */
export function standardClaims(): JWTPayload {
  const issuedAt = Math.floor(Date.now() / 1000);
  return {
    iss: ISSUER,
    aud: "merchant-payments",
    sub: crypto.randomUUID(),
    azp: "test-client",
    typ: "Bearer",
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + 300,
  };
}

/** A claim given as undefined is omitted. */
export async function mintToken(claims: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = await signingKey();
  return await new SignJWT({ ...standardClaims(), ...claims })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
    .sign(privateKey);
}

export function withRoles(...roles: string[]): JWTPayload {
  return { realm_access: { roles } };
}

export function merchantToken(merchantId: string, claims: JWTPayload = {}): Promise<string> {
  return mintToken({ merchant_id: merchantId, azp: `merchant-${merchantId}`, ...claims });
}

export function walletToken(walletId: string): Promise<string> {
  return mintToken({ wallet_id: walletId, azp: `wallet-${walletId}`, ...withRoles("customer") });
}

/** The token endpoint's response to client credentials, successful or not. */
export async function requestToken(clientId: string, clientSecret: string) {
  const response = await requestTokenFrom(atService, clientId, clientSecret);
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

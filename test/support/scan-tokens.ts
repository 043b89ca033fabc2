// What customers' QR codes carry: tokens made by the service, or minted with any claims and the service's key.
import { env } from "cloudflare:workers";
import { SignJWT } from "jose";
import { expect } from "vitest";
import { deriveHmacKey } from "#core/lib/derived-key.ts";
import { call } from "./api.ts";
import { WALLET_API } from "./paths.ts";

export const SCAN_TOKEN = `${WALLET_API}/scan-token`;

/** The token that the wallet's app shows, and until when it can be used. */
export async function showCode({ token }: { token: string }): Promise<{ code: string; expiresAt: number }> {
  const { status, body } = await call("POST", SCAN_TOKEN, { token });
  expect(status).toBe(200);
  return { code: body.scan_token, expiresAt: Date.parse(body.expires_at) };
}

/** A claim given as undefined is omitted. */
export async function mintScanToken(
  walletId: string,
  {
    claims = {},
    header = {},
    masterKey = env.MASTER_KEY,
    purpose = "scan tokens",
  }: {
    claims?: Record<string, unknown>;
    header?: { alg?: string; typ?: string };
    masterKey?: string;
    purpose?: string;
  } = {},
): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const standard = { aud: "scan-payment", sub: walletId, jti: crypto.randomUUID(), exp };
  return await new SignJWT({ ...standard, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "scan+jwt", ...header })
    .sign(await deriveHmacKey(masterKey, purpose));
}

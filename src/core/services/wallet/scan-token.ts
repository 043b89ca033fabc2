// What the customer's QR code carries. A scan token names the wallet for one minute, so that a merchant that has seen
// it cannot request a payment later, as it can with a wallet id.
import { errors, jwtVerify, SignJWT } from "jose";
import { v7 as newTokenId } from "uuid";
import { err, ok, type Result } from "#core/domain/result.ts";
import { deriveHmacKey } from "#core/lib/derived-key.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { parseId } from "#core/wire/shared/fields.ts";

const LIFETIME_SECONDS = 60;
const ALGORITHM = "HS256";
const TYPE = "scan+jwt";
const AUDIENCE = "scan-payment";
/** Changing it makes all issued tokens invalid. */
const KEY_PURPOSE = "scan tokens";

export interface ScanToken {
  /** Time-ordered, so that a wallet's tokens have an order. */
  id: string;
  expiresAt: number;
}

/** The wallet that a code names; without a token when the code is the wallet's id itself. */
export interface ScannedCode {
  walletId: string;
  token: ScanToken | null;
}

/** Valid until `expiresAt`, in epoch milliseconds. */
export async function issueScanToken(
  { config, clock }: Dependencies,
  walletId: string,
): Promise<{ token: string; expiresAt: number }> {
  const [masterKey] = config.masterKeys;
  if (masterKey === undefined) throw new Error("no master key");
  const expiresAtSeconds = Math.floor(clock() / 1000) + LIFETIME_SECONDS;
  const token = await new SignJWT({ aud: AUDIENCE, sub: walletId, exp: expiresAtSeconds })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setJti(newTokenId())
    .sign(await deriveHmacKey(masterKey, KEY_PURPOSE));
  return { token, expiresAt: expiresAtSeconds * 1000 };
}

/** Whether the wallet was stopped after the code was made. */
export async function isStoppedCode(deps: Dependencies, { walletId, token }: ScannedCode): Promise<boolean> {
  const issuedAt = token === null ? deps.clock() : token.expiresAt - LIFETIME_SECONDS * 1000;
  return await deps.walletStops.isStopped(walletId, issuedAt);
}

/** The token may have expired: a request that was made with it in time can still be repeated. */
export async function readScannedCode(
  { config }: Dependencies,
  code: string,
): Promise<Result<ScannedCode, Refusal>> {
  const walletId = parseId(code);
  if (walletId !== null) return ok({ walletId, token: null });
  for (const masterKey of config.masterKeys) {
    const scanned = await verify(code, await deriveHmacKey(masterKey, KEY_PURPOSE));
    if (scanned !== null) return ok(scanned);
  }
  return err("unknown_scan_token");
}

/** Returns null when it was not signed with this key, or is not a scan token. */
async function verify(token: string, key: CryptoKey): Promise<ScannedCode | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ["sub", "jti", "exp"],
      // At this date no token has expired: the caller checks the expiry.
      currentDate: new Date(0),
    });
    const { sub = "", jti = "", exp = 0 } = payload;
    return { walletId: sub, token: { id: jti, expiresAt: exp * 1000 } };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

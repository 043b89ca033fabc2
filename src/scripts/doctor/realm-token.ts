// Tokens of the realm: asked for, and read without being verified.
import { decodeJwt } from "jose";
import { AUDIENCE, tokenUrl } from "../../domain/realm.ts";
import { ask, type ClockReading } from "./ask.ts";
import { listed, Unseen } from "./check.ts";

/** A token's claims with the clock of who issued it, or why there is none. */
export type Tried = (Claims & { clock: ClockReading }) | { refusal: string };

export interface Claims {
  claims: Record<string, unknown>;
}

export async function tryToken(issuer: string, form: Record<string, string>): Promise<Tried> {
  const init = { method: "POST", body: new URLSearchParams(form) };
  const { status, body, clock } = await ask(tokenUrl(issuer), init);
  const { access_token, error = "", error_description = "" } = (body ?? {}) as Record<string, string>;
  if (access_token === undefined) return { refusal: `${status} ${error} ${error_description}`.trim() };
  const claims = decodeJwt(access_token);
  return { claims, clock: { ...clock, theirs: Number(claims.iat) * 1000 } };
}

/** Throws Unseen for a client that takes no passwords. */
export function tokenFault(
  tried: Claims | { refusal: string },
  issuer: string,
  wanted: Record<string, unknown>,
): string | null {
  if ("refusal" in tried) {
    if (tried.refusal.includes("unauthorized_client")) throw new Unseen("the client takes no passwords");
    return `there is no token: ${tried.refusal}`;
  }
  const { claims } = tried;
  const wrong = Object.entries({ iss: issuer, ...wanted })
    .filter(([name, value]) => JSON.stringify(claims[name]) !== JSON.stringify(value))
    .map(([name]) => name);
  if (![claims.aud].flat().includes(AUDIENCE)) wrong.unshift("aud");
  return listed("a token has a wrong or no", wrong);
}

// Tokens of the realm: asked for, and read without being verified.
import * as z from "zod";
import { AUDIENCE, tokenUrl } from "../../domain/realm.ts";
import { ask, type ClockReading } from "./ask.ts";
import { Unseen } from "./check.ts";

/** A token's claims with the clock of who issued it, or why there is none. */
export type Tried = { claims: Record<string, unknown>; clock: ClockReading } | { refusal: string };

const replySchema = z.object({
  access_token: z.string().optional(),
  error: z.string().default(""),
  error_description: z.string().default(""),
});

export async function tryToken(issuer: string, form: Record<string, string>): Promise<Tried> {
  const init = { method: "POST", body: new URLSearchParams(form) };
  const { status, body, clock } = await ask(tokenUrl(issuer), init);
  const { access_token, error = "", error_description = "" } = replySchema.safeParse(body).data ?? {};
  if (access_token !== undefined) {
    const claims = claimsOf(access_token);
    return { claims, clock: { ...clock, theirs: Number(claims.iat) * 1000 } };
  }
  return { refusal: `${status} ${error} ${error_description}`.trim() };
}

/** Throws Unseen for a client that takes no passwords. */
export function tokenFault(tried: Tried, issuer: string, wanted: Record<string, unknown>): string | null {
  if ("refusal" in tried) {
    if (tried.refusal.includes("unauthorized_client")) throw new Unseen("the client takes no passwords");
    return `there is no token: ${tried.refusal}`;
  }
  const { claims } = tried;
  const wrong = Object.entries({ iss: issuer, ...wanted })
    .filter(([name, value]) => JSON.stringify(claims[name]) !== JSON.stringify(value))
    .map(([name]) => name);
  if (![claims.aud].flat().includes(AUDIENCE)) wrong.unshift("aud");
  return wrong.length === 0 ? null : `a token has a wrong or no ${wrong.join(", ")}`;
}

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ""] = token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

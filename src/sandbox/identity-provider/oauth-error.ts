import type { Context } from "hono";
import { REALM } from "#core/domain/identity-provider/realm.ts";

type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unauthorized_client"
  | "unsupported_grant_type";

/** An error response (RFC 6749 §5.2); the message becomes `error_description`. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: 400 | 401 | 413 | 415;
  constructor(code: OAuthErrorCode, description: string, status: OAuthError["status"] = 400) {
    super(description);
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
  }
}

/** Every cause has the same, so that it does not reveal which client ids exist. */
export function invalidClient(): OAuthError {
  return new OAuthError("invalid_client", "Invalid client or Invalid client credentials", 401);
}

export function respondOAuthError(error: Error, c: Context): Response {
  if (!(error instanceof OAuthError)) throw error;
  if (error.status === 401) c.header("WWW-Authenticate", `Basic realm="${REALM}"`);
  return c.json({ error: error.code, error_description: error.message }, error.status);
}

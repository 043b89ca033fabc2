// RFC 6749 §2.3.1: a client sends its secret in the form (client_secret_post) or by HTTP Basic
// (client_secret_basic). A public client has no secret and sends only its id.
import type { HonoRequest } from "hono";
import { auth as basicCredentials } from "hono/utils/basic-auth";
import type { ClientCredentials } from "#core/config.ts";
import { hashSecret, isSameSecret } from "#core/lib/secrets.ts";
import { findTokenClient, type TokenClient } from "./clients.ts";
import type { Parameters } from "./forms.ts";
import { clientLogin } from "./login-reports.ts";
import { invalidClient, OAuthError } from "./oauth-error.ts";
import { isPublicClient, type PublicClientId } from "./public-clients.ts";
import type { Realm, Report } from "./realm.ts";

/** Stands in for the hash of an unknown client, so that an unknown id takes as long as a wrong secret. */
const NO_SECRET_HASH = "0".repeat(64);

/** Returns the id alone for a public client. Throws OAuthError when authentication fails. */
export async function authenticateClient(
  realm: Realm,
  request: HonoRequest,
  form: Parameters,
  report: Report,
): Promise<TokenClient | PublicClientId> {
  const { clientId, clientSecret } = readCredentials(request, form);
  if (isPublicClient(clientId)) return clientId;
  const client = await findTokenClient(realm, clientId);
  const isMatch = isSameSecret(await hashSecret(clientSecret), client?.secretHash ?? NO_SECRET_HASH);
  if (client?.enabled && isMatch) return client;
  report(clientLogin("client_login.failed", client));
  throw invalidClient();
}

function readCredentials(request: HonoRequest, form: Parameters): ClientCredentials {
  const clientId = form.get("client_id");
  const clientSecret = form.get("client_secret");
  if (request.header("authorization") === undefined) {
    if (clientId === undefined) throw invalidClient();
    // A missing secret fails like a wrong one.
    return { clientId, clientSecret: clientSecret ?? "" };
  }
  if (clientSecret !== undefined) {
    throw new OAuthError("invalid_request", "More than one client authentication method");
  }
  const credentials = readBasic(request.raw);
  if (clientId !== undefined && clientId !== credentials.clientId) {
    throw new OAuthError("invalid_request", "client_id differs from the authenticated client");
  }
  return credentials;
}

function readBasic(request: Request): ClientCredentials {
  const credentials = basicCredentials(request);
  if (credentials === undefined) throw invalidClient();
  try {
    return {
      clientId: decodeForm(credentials.username),
      clientSecret: decodeForm(credentials.password),
    };
  } catch {
    throw invalidClient();
  }
}

/** Throws URIError on a malformed percent escape. */
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

// RFC 6749 §2.3.1: the secret comes in the form (client_secret_post) or by HTTP Basic (client_secret_basic);
// a public client has none and only names itself.

import type { ClientCredentials } from "../../config.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import { basicCredentials } from "../../lib/authorization.ts";
import { hashSecret, isSameSecret } from "../../lib/secrets.ts";
import { findTokenClient, type IdpClient } from "./clients.ts";
import { invalidClient, OAuthError } from "./oauth-error.ts";
import type { Realm } from "./realm.ts";

/** Compared with when there is no client, so that an unknown client id costs the same work. */
const NO_SECRET_HASH = "0".repeat(64);

/** Null for the public client of the dashboard. */
export async function authenticateClient(
  realm: Realm,
  form: ReadonlyMap<string, string>,
  authorization: string | undefined,
): Promise<IdpClient | null> {
  const { clientId, clientSecret } = readCredentials(form, authorization);
  if (clientId === DASHBOARD_CLIENT_ID) return null;
  const client = await findTokenClient(realm, clientId);
  const isRight = await isSameSecret(await hashSecret(clientSecret), client?.secretHash ?? NO_SECRET_HASH);
  if (!client?.enabled || !isRight) throw invalidClient();
  return client;
}

function readCredentials(
  form: ReadonlyMap<string, string>,
  authorization: string | undefined,
): ClientCredentials {
  const clientId = form.get("client_id");
  const clientSecret = form.get("client_secret");
  if (authorization === undefined) {
    if (clientId === undefined) throw invalidClient();
    // Absent is as wrong as any other.
    return { clientId, clientSecret: clientSecret ?? "" };
  }
  if (clientSecret !== undefined) {
    throw new OAuthError("invalid_request", "More than one client authentication method");
  }
  const credentials = parseBasic(authorization);
  if (credentials === null) throw invalidClient();
  if (clientId !== undefined && clientId !== credentials.clientId) {
    throw new OAuthError("invalid_request", "client_id differs from the authenticated client");
  }
  return credentials;
}

function parseBasic(authorization: string): ClientCredentials | null {
  const credentials = basicCredentials(authorization);
  if (credentials === null) return null;
  try {
    return {
      clientId: decodeForm(credentials.username),
      clientSecret: decodeForm(credentials.password),
    };
  } catch {
    return null;
  }
}

/** Throws on a stray percent sign. */
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

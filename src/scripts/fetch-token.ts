import { issuerUrl, tokenUrl } from "../core/domain/identity-provider/realm.ts";
import { ScriptError } from "./run.ts";

const TIMEOUT_MS = 10_000;

export interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

/**
 * `authUrl` is the service's own URL when it uses the embedded identity provider. Throws ScriptError when the client is
 * refused, and what `fetch` throws when nothing responds.
 */
export async function fetchToken(
  authUrl: string,
  { client_id, client_secret }: ClientCredentials,
): Promise<string> {
  const url = tokenUrl(issuerUrl(authUrl));
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const response = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) {
    throw new ScriptError(`No token for ${client_id}: ${response.status} ${await response.text()}`);
  }
  return ((await response.json()) as { access_token: string }).access_token;
}

import { issuerUrl, tokenUrl } from "../domain/realm.ts";
import { ScriptError } from "./run.ts";

const TIMEOUT_MS = 10_000;

export interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

/** `authUrl` is the service's own URL when it uses the embedded identity provider. */
export async function fetchToken(
  authUrl: string,
  { client_id, client_secret }: ClientCredentials,
): Promise<string> {
  const url = tokenUrl(issuerUrl(authUrl));
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const init = { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const response = await fetch(url, init).catch(() => {
    throw new ScriptError(`No identity provider responds at ${url}.`);
  });
  if (!response.ok) {
    throw new ScriptError(`No token for ${client_id}: ${response.status} ${await response.text()}`);
  }
  return ((await response.json()) as { access_token: string }).access_token;
}

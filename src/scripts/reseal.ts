// `npm run reseal`: seals everything that is under an old master key again under the current one, page by page. Without
// variables it calls the local service, with the administrator's credentials in .dev.vars.
import type { Wire } from "../core/wire/shared/wire-types.ts";
import { readDevVars } from "./dev-vars.ts";
import { type ClientCredentials, fetchToken } from "./fetch-token.ts";
import { run, ScriptError } from "./run.ts";
import { runningServiceUrl } from "./running-service.ts";

await run(async () => {
  const { PUBLIC_URL: baseUrl = runningServiceUrl(), AUTH_URL: authUrl = baseUrl } = process.env;
  const credentials = readCredentials();
  for (;;) {
    // A new token for each page: a long run takes longer than a token lives.
    const token = await fetchToken(authUrl, credentials).catch(noResponseFrom(authUrl));
    const url = `${baseUrl}/merchant/api/v1/admin/master-keys/reseal`;
    const headers = { Authorization: `Bearer ${token}` };
    const page = await send<Wire<"ResealedResponse">>(url, { method: "POST", headers });
    console.log(`${page.resealed} resealed, ${page.message}`);
    if (page.remaining === 0) {
      for (const { id, status, values } of page.master_keys)
        console.log(`${id}  ${status}  ${values} values`);
      return;
    }
    if (page.resealed === 0)
      throw new ScriptError(
        "The rest cannot be moved: sealed_value_unreadable and account_copy_failed in the log name it.",
      );
  }
});

/** Reads the environment if it has PUBLIC_URL, otherwise .dev.vars. */
function readCredentials(): ClientCredentials {
  const source = "PUBLIC_URL" in process.env ? process.env : readDevVars();
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = source;
  return { client_id, client_secret };
}

async function send<Body>(url: string, init: RequestInit): Promise<Body> {
  const response = await fetch(url, init).catch(noResponseFrom(url));
  if (!response.ok)
    throw new ScriptError(`${url} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

function noResponseFrom(url: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ScriptError ? error : new ScriptError(`No service responds at ${url}.`);
  };
}

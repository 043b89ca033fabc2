// The service's client of the identity provider, connected to an embedded one.
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { createIdentityProviderClient } from "#core/adapters/identity-provider.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { ADMIN, startProvider } from "./identity-provider.ts";
import { uniqueEmail } from "./identity-provider-users.ts";
import { PASSWORD, signIn, submitPassword } from "./logins.ts";

export const provider = startProvider();
export const embedded: Fetch = async (input, init) => provider.fetch(new Request(input, init));

export function connect(fetch: Fetch = embedded) {
  const at = { fetch, baseUrl: "http://payments.test", admin: ADMIN };
  return createIdentityProviderClient({ ...at, environment: "sandbox" });
}

export function merchantUser(email = uniqueEmail(), merchantId = "m-1") {
  return { email, attributes: { merchant_id: merchantId }, roles: ["merchant"] };
}

/** The embedded provider, except for calls whose path has this ending. */
export function replace(ending: string, response: (init: RequestInit) => Response): Fetch {
  return async (input, init = {}) =>
    new URL(input).pathname.endsWith(ending) ? response(init) : embedded(input, init);
}

export const keep = async () => "keep" as const;
export const adopt = async () => "adopt" as const;

export async function idOf(email: string): Promise<string> {
  return (await connect().findUser(email))?.id ?? "";
}

export async function setPassword(email: string): Promise<void> {
  const link = await connect().createSetupLink(await idOf(email));
  expect((await submitPassword(provider, link ?? "", PASSWORD)).status).toBe(200);
}

export async function readClaims(email: string) {
  const { access_token } = await (await signIn(provider, email)).json<{ access_token: string }>();
  return decodeJwt(access_token);
}

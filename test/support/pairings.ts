// Codes that pair tills, as owners make them and browsers use them.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL, call } from "./api.ts";
import { COUNTERS } from "./counters.ts";
import { ownerOf } from "./merchant-users.ts";
import type { TestMerchant } from "./parties.ts";
import { rememberTill, SAME_ORIGIN } from "./sessions.ts";

/** Creates it as the merchant's first user, or whose token is given. */
export async function createPairing(merchant: TestMerchant, counterId: string, given?: string) {
  const token = given ?? (await ownerOf(merchant)).token;
  const { status, body } = await call("POST", `${COUNTERS}/${counterId}/pairings`, { token });
  expect(status).toBe(201);
  return body.pairing;
}

export function pair(code: unknown, { headers, name }: { headers?: object; name?: string } = {}) {
  return send("/session/pair", { code, ...(name === undefined ? {} : { name }) }, headers);
}

export function lookUp(code: unknown, headers?: object) {
  return send("/session/pair/look-up", { code }, headers);
}

function send(path: string, json: object, headers: object = SAME_ORIGIN) {
  return exports.default.fetch(BASE_URL + path, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(json),
  });
}

/** A newly paired till, with the secret in its cookie. */
export async function makeTill(
  merchant: TestMerchant,
  counterId: string,
  token?: string,
): Promise<{ id: string; secret: string }> {
  const response = await pair((await createPairing(merchant, counterId, token)).code, { name: "iPad" });
  expect(response.status).toBe(201);
  const [, secret = ""] = /^__Host-till=([\w.-]+);/.exec(response.headers.get("Set-Cookie") ?? "") ?? [];
  rememberTill(secret);
  const { till } = await response.json<{ till: { id: string } }>();
  return { id: till.id, secret };
}

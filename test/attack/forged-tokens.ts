// Tokens that the issuer did not sign, on every operation that requires one.
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { Attempts } from "./attempts.ts";
import { type Operation, readOperations, requestOf } from "./operations.ts";
import { send, type Target } from "./requests.ts";
import { fetchToken, type Shop } from "./shops.ts";

export async function tryForgedTokens(target: Target, victim: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const tokens = await forge(await fetchToken(target, victim.credentials));
  for (const operation of await readOperations(target)) {
    if (!operation.needsToken) continue;
    for (const [name, authorization] of Object.entries(tokens)) {
      const { method, path, json } = requestOf(operation, victim);
      const headers = authorization === null ? {} : { Authorization: authorization };
      attempts.noteStatus(
        describe(operation, name),
        await send(target, method, path, { headers, json }),
        401,
      );
    }
  }
  return attempts;
}

function describe({ method, path }: Operation, token: string): string {
  return `${method} ${path} with ${token}`;
}

async function forge(genuine: string): Promise<Record<string, string | null>> {
  const [header = "", payload = "", signature = ""] = genuine.split(".");
  const head = decode(header);
  const claims = decode(payload);
  const asAdmin = { ...claims, realm_access: { roles: ["admin", "merchant", "customer"] } };
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const sign = (protectedHeader: object) =>
    new SignJWT(asAdmin).setProtectedHeader({ alg: "RS256", ...head, ...protectedHeader }).sign(privateKey);
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  const shared = new TextEncoder().encode(JSON.stringify(jwk));
  const forged = {
    "another key under the same kid": await sign({}),
    "another key under its own kid": await sign({ kid: "mine" }),
    "its own key in the header": await sign({ jwk }),
    "an address for the key": await sign({ jku: "http://127.0.0.1:9/keys" }),
    "a path as kid": await sign({ kid: "../../../../dev/null" }),
    "alg none": new UnsecuredJWT(asAdmin).encode(),
    "HS256 with a public key": await new SignJWT(asAdmin).setProtectedHeader({ alg: "HS256" }).sign(shared),
    "another payload": [header, encode(asAdmin), signature].join("."),
    "a longer life": [header, encode({ ...claims, exp: 4_102_444_800 }), signature].join("."),
    "no signature": `${header}.${payload}.`,
    "a second signature": `${genuine}.${signature}`,
    "8 KB more": `${genuine}${"A".repeat(8192)}`,
  };
  return {
    "no token": null,
    "an empty token": "Bearer ",
    "the scheme Basic": `Basic ${genuine}`,
    "two tokens": `Bearer ${genuine}, Bearer ${genuine}`,
    ...Object.fromEntries(Object.entries(forged).map(([name, token]) => [name, `Bearer ${token}`])),
  };
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

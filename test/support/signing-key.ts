import { vi } from "vitest";
import jwk from "../fixtures/signing-key.json" with { type: "json" };
import { atService, type Provider } from "./identity-provider.ts";
import { CERTS_PATH } from "./paths.ts";

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const KEY_ID = "0b5e55ed-0000-4000-8000-000000000000";

/**
 * The embedded identity provider, which has no signing key, gets the same one in every run: the tokens in test/fixtures/stored
 * are signed with it.
 */
export async function makeSigningKey(provider: Provider = atService): Promise<void> {
  const { kty, n, e } = jwk;
  const keys = {
    publicKey: await crypto.subtle.importKey("jwk", { kty, n, e }, RS256, true, ["verify"]),
    privateKey: await crypto.subtle.importKey("jwk", jwk, RS256, true, ["sign"]),
  };
  const generating = vi.spyOn(crypto.subtle, "generateKey").mockResolvedValue(keys as never);
  const { randomUUID } = crypto;
  crypto.randomUUID = () => KEY_ID;
  await provider.request(CERTS_PATH);
  generating.mockRestore();
  crypto.randomUUID = randomUUID;
}

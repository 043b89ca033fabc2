import type { Context } from "hono";
import type { ClientCredentials } from "#core/config.ts";
import type { Database } from "#core/db/client.ts";
import type { ProviderActor } from "#core/domain/identity-provider/provider-actor.ts";
import { REALM } from "#core/domain/identity-provider/realm.ts";
import type { SecretKind } from "#core/domain/ports/limits.ts";
import { ok, type Result } from "#core/domain/result.ts";
import { hashSecret } from "#core/lib/secrets.ts";

declare global {
  interface PartSecretKinds {
    "setup link": true;
    "refresh token": true;
  }
}

export const ADMIN_PATH = `/admin/realms/${REALM}`;

export interface Realm {
  db: Database;
  /** PUBLIC_URL. The issuer must not depend on the Host header. */
  publicUrl: string;
  issuer: string;
  masterKeys: readonly string[];
  /** Comes from the configuration; this client is stored in no table. */
  admin: ClientCredentials;
  now: () => number;
}

export interface ProviderEnv {
  Bindings: ProviderActor;
}

export type Report = NonNullable<ProviderActor["report"]>;

export function addressKeyOf(c: Context<ProviderEnv>): string {
  const caller: ProviderActor | undefined = c.env;
  return caller?.addressKey ?? "none";
}

/** The service's own requests are not reported. */
export function reporterOf(c: Context<ProviderEnv>): Report {
  const caller: ProviderActor | undefined = c.env;
  return caller?.report ?? (() => {});
}

/** Calls `read` with the secret's hash. Callers from outside are refused when they present too many that are unknown. */
export async function lookUp<T>(
  c: Context<ProviderEnv>,
  kind: SecretKind,
  secret: string,
  read: (hash: string) => Promise<T | null>,
): Promise<Result<T | null, "rate_limited">> {
  const caller: ProviderActor | undefined = c.env;
  const { secretGuesses } = caller ?? {};
  if (secretGuesses === undefined) return ok(await read(await hashSecret(secret)));
  return await secretGuesses.find(kind, secret, addressKeyOf(c), read);
}

// One-time codes that make a browser a till of a counter, or a tablet of a desk.
import type { ReadPairing } from "../../db/sessions/pairings.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { issueSecret } from "../../lib/issued-secret.ts";
import { readPairingCode } from "../../lib/pairing-code.ts";
import { hashSecret } from "../../lib/secrets.ts";
import type { Dependencies } from "../dependencies.ts";

export const PAIRING_MS = 10 * 60_000;

export interface NewCode {
  /** Only its hash is stored. */
  code: string;
  codeHash: string;
  expiresAt: number;
}

export async function newPairingCode({ config, clock }: Dependencies): Promise<NewCode> {
  const code = await issueSecret("pairing code", config.masterKeys);
  return { code, codeHash: await hashSecret(code), expiresAt: clock() + PAIRING_MS };
}

/** What the code stands for, however it was typed. */
export async function readPairing<Found>(
  { db, secretLookups, clock }: Dependencies,
  code: string,
  addressKey: string,
  read: ReadPairing<Found>,
): Promise<Result<Found, "unknown_pairing_code" | "rate_limited">> {
  const known = readPairingCode(code);
  if (known === null) return err("unknown_pairing_code");
  const found = await secretLookups.find("pairing code", known, addressKey, (codeHash) =>
    read(db, codeHash, clock()),
  );
  if (!found.ok) return found;
  return found.value === null ? err("unknown_pairing_code") : ok(found.value);
}

// One-time codes that make a browser what signs in without a person, such as a till of a counter.
import type { NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { ReadPairing } from "#core/db/sessions/pairings.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { issueSecret } from "#core/lib/issued-secret.ts";
import { readPairingCode } from "#core/lib/pairing-code.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

export const PAIRING_MS = 10 * 60_000;

export type PairingRefusal = Refusal | "rate_limited";

export interface NewCode {
  /** Only its hash is stored. */
  code: string;
  expiresAt: number;
}

/** Returns null when the target is not active. */
export async function createPairingCode(
  deps: Dependencies,
  actor: Actor,
  target: { merchantId: string | null; targetId: string },
  insert: (row: { codeHash: string; expiresAt: number }, entry: NewAuditEntry | null) => Promise<boolean>,
): Promise<NewCode | null> {
  const code = await issueSecret("pairing code", deps.config.masterKeys);
  const row = { codeHash: await hashSecret(code), expiresAt: deps.clock() + PAIRING_MS };
  const event = { action: "pairing.created", ...target } as const;
  const isCreated = await audited(deps, actor, event, (entry) => insert(row, entry));
  return isCreated ? { code, expiresAt: row.expiresAt } : null;
}

/** The number that the next device is to be called by, of those that are called so: no other's name ends in it. */
export function nextNumber(names: readonly string[]): number {
  let number = names.length + 1;
  while (names.some((name) => name.endsWith(` ${number}`))) number += 1;
  return number;
}

/** What the code stands for, however it was typed. */
export async function readPairing<Found>(
  { db, secretGuesses, clock }: Dependencies,
  code: string,
  addressKey: string,
  read: ReadPairing<Found>,
): Promise<Result<Found, "unknown_pairing_code" | "rate_limited">> {
  const known = readPairingCode(code);
  if (known === null) return err("unknown_pairing_code");
  const found = await secretGuesses.find("pairing code", known, addressKey, (codeHash) =>
    read(db, codeHash, clock()),
  );
  if (!found.ok) return found;
  return found.value === null ? err("unknown_pairing_code") : ok(found.value);
}

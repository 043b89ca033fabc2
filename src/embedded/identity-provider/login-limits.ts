// How often a user's password may be guessed. Failures count by user and address: no one can keep users out of their
// accounts from elsewhere. A right password is refused only at an address that has used up its failures.
import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { asciiEmail } from "../../lib/email.ts";
import type { Realm } from "./realm.ts";
import { idpLoginAddresses, idpUsers } from "./schema.ts";
import type { IdpUser } from "./users.ts";

interface Allowance {
  failures: number;
  /** After which one more failure is forgiven. */
  forgivenAfterMs: number;
}

const USUAL: Allowance = { failures: 10, forgivenAfterMs: 6 * 60_000 };
/** At unfamiliar addresses, while a user's password is guessed from many: it bounds what each of them is good for. */
const UNDER_ATTACK: Allowance = { failures: 3, forgivenAfterMs: 8 * 3_600_000 };
const ATTACK_FAILURES = 100;
const FAMILIAR_MS = 90 * 86_400_000;

/**
 * Counts the attempt as failed before the password is checked; otherwise many concurrent guesses would all pass before
 * the first is counted. The user is undefined when it is unknown or disabled, and locked out when it has failed too often
 * at this address. All cases take the same two round trips.
 */
export async function beginLogin(
  { db, now }: Realm,
  username: string,
  addressKey: string,
): Promise<{ user: IdpUser | undefined; isLockedOut: boolean }> {
  const at = now();
  const found = await db
    .select({ user: idpUsers, lastLoginAt: idpLoginAddresses.lastLoginAt })
    .from(idpUsers)
    .leftJoin(
      idpLoginAddresses,
      and(eq(idpLoginAddresses.userId, idpUsers.id), eq(idpLoginAddresses.addressKey, addressKey)),
    )
    .where(and(eq(idpUsers.email, asciiEmail(username.toLowerCase())), eq(idpUsers.enabled, true)))
    .get();
  const userId = found?.user.id ?? "";
  const isFamiliar = (found?.lastLoginAt ?? 0) > at - FAMILIAR_MS;
  const isAttacked = (found?.user.failedLogins ?? 0) >= ATTACK_FAILURES;
  const { failures, forgivenAfterMs } = isAttacked && !isFamiliar ? UNDER_ATTACK : USUAL;
  const attempt = db
    .select({
      userId: idpUsers.id,
      addressKey: sql<string>`${addressKey}`.as("address_key"),
      forgivenAt: sql<number>`${at + forgivenAfterMs}`.as("forgiven_at"),
      lastLoginAt: sql<null>`NULL`.as("last_login_at"),
    })
    .from(idpUsers)
    .where(eq(idpUsers.id, userId));
  const [counted] = await db.batch([
    db
      .insert(idpLoginAddresses)
      .select(attempt)
      .onConflictDoUpdate({
        target: [idpLoginAddresses.userId, idpLoginAddresses.addressKey],
        set: { forgivenAt: sql`max(${idpLoginAddresses.forgivenAt}, ${at}) + ${forgivenAfterMs}` },
        setWhere: lte(idpLoginAddresses.forgivenAt, at + (failures - 1) * forgivenAfterMs),
      })
      .returning({ userId: idpLoginAddresses.userId }),
    db
      .update(idpUsers)
      .set({ failedLogins: sql`${idpUsers.failedLogins} + 1` })
      .where(eq(idpUsers.id, userId)),
  ]);
  return { user: found?.user, isLockedOut: found !== undefined && counted.length === 0 };
}

/** Makes the address familiar, and deletes what is no longer needed of the user's others. */
export async function completeLogin({ db, now }: Realm, userId: string, addressKey: string): Promise<void> {
  const at = now();
  const login = { forgivenAt: at, lastLoginAt: at };
  await db.batch([
    db.update(idpUsers).set({ failedLogins: 0 }).where(eq(idpUsers.id, userId)),
    db
      .insert(idpLoginAddresses)
      .values({ userId, addressKey, ...login })
      .onConflictDoUpdate({
        target: [idpLoginAddresses.userId, idpLoginAddresses.addressKey],
        set: login,
      }),
    db
      .delete(idpLoginAddresses)
      .where(
        and(
          eq(idpLoginAddresses.userId, userId),
          lte(idpLoginAddresses.forgivenAt, at),
          or(isNull(idpLoginAddresses.lastLoginAt), lt(idpLoginAddresses.lastLoginAt, at - FAMILIAR_MS)),
        ),
      ),
  ]);
}

/** A new password ends the guessing at the old one: failures are forgiven everywhere. */
export async function forgiveFailures(realm: Realm, userId: string, addressKey: string): Promise<void> {
  await realm.db
    .update(idpLoginAddresses)
    .set({ forgivenAt: realm.now() })
    .where(eq(idpLoginAddresses.userId, userId));
  await completeLogin(realm, userId, addressKey);
}

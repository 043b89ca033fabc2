import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { asciiEmail } from "#core/lib/email.ts";
import { firstOf, idpSignIns, idpUsers, type OwnerAttribute } from "./schema.ts";

export type IdpUser = typeof idpUsers.$inferSelect;

type NewUser = Pick<IdpUser, "id" | "email" | "enabled" | "attributes" | "createdAt">;

/** Returns false when the email is taken. */
export async function insertUser(db: Database, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insert(idpUsers)
    .values({ ...user, roles: [] })
    .onConflictDoNothing()
    .returning({ id: idpUsers.id });
  return inserted.length > 0;
}

export function findUserByEmail(db: Database, email: string): Promise<IdpUser | undefined> {
  return db
    .select()
    .from(idpUsers)
    .where(eq(idpUsers.email, asciiEmail(email.toLowerCase())))
    .get();
}

export function findUserById(db: Database, id: string): Promise<IdpUser | undefined> {
  return db.select().from(idpUsers).where(eq(idpUsers.id, id)).get();
}

/** Lists them in the order in which they were added. */
export function listUsersOf(
  db: Database,
  { attribute, value }: { attribute: OwnerAttribute; value: string },
  limit: number,
): Promise<IdpUser[]> {
  return db
    .select()
    .from(idpUsers)
    .where(eq(firstOf(idpUsers.attributes, attribute), value))
    .orderBy(asc(idpUsers.createdAt), asc(idpUsers.id))
    .limit(limit);
}

/** What the user's shop was called when the user was made; null for a customer. */
export function shopOf({ attributes }: Pick<IdpUser, "attributes">): string | null {
  return attributes.business_name?.[0] ?? null;
}

type UserChanges = { [Field in "email" | "enabled" | "attributes" | "roles"]?: IdpUser[Field] | undefined };

/** Returns false when the user does not exist, or when another one has the new email. */
export async function updateUser(db: Database, id: string, changes: UserChanges): Promise<boolean> {
  const updated = await db
    .update(idpUsers)
    // Setting `id` to itself keeps the SQL valid when there is nothing else to set.
    .set({ ...changes, id })
    .where(and(eq(idpUsers.id, id), changes.email === undefined ? undefined : whereFree(changes.email, id)))
    .returning({ id: idpUsers.id });
  return updated.length > 0;
}

function whereFree(email: string, id: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${idpUsers} other WHERE other.email = ${email} AND other.id <> ${id})`;
}

export async function deleteUser(db: Database, id: string): Promise<boolean> {
  const [deleted] = await db.batch([
    db.delete(idpUsers).where(eq(idpUsers.id, id)).returning({ id: idpUsers.id }),
    db.delete(idpSignIns).where(eq(idpSignIns.userId, id)),
  ]);
  return deleted.length > 0;
}

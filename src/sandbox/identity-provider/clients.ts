import { and, eq } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { AUDIENCE } from "#core/domain/identity-provider/realm.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { mapClaims } from "./claims.ts";
import { isPublicClient } from "./public-clients.ts";
import type { Realm } from "./realm.ts";
import { idpClients } from "./schema.ts";
import type { TokenSubject } from "./token-subject.ts";

export type IdpClient = typeof idpClients.$inferSelect;

/** The `sub` of the platform administrator. It stays the same when the client id changes. */
const ADMIN_SUBJECT = "b9e6c7b4-6a1d-4c0e-9d3f-0f5a7c1e2d84";

export interface TokenClient extends TokenSubject {
  enabled: boolean;
  secretHash: string;
}

/** Finds the administrator's client as well, which is in no table. */
export async function findTokenClient(realm: Realm, clientId: string): Promise<TokenClient | undefined> {
  const { admin, db } = realm;
  if (clientId !== admin.clientId) {
    const client = await findClient(db, clientId);
    return client && { ...client, claims: mapClaims(client.protocolMappers) };
  }
  const claims = { aud: AUDIENCE, realm_access: { roles: ["admin"] } };
  const secretHash = await hashSecret(admin.clientSecret);
  return { id: ADMIN_SUBJECT, clientId, enabled: true, secretHash, claims };
}

export function findClient(db: Database, clientId: string): Promise<IdpClient | undefined> {
  return db.select().from(idpClients).where(eq(idpClients.clientId, clientId)).get();
}

/** Returns false when the client id is taken. */
export async function insertClient({ admin, db }: Realm, client: IdpClient): Promise<boolean> {
  if (client.clientId === admin.clientId || isPublicClient(client.clientId)) return false;
  const inserted = await db.insert(idpClients).values(client).onConflictDoNothing().returning();
  return inserted.length > 0;
}

type ClientChanges = { [Field in keyof IdpClient]?: IdpClient[Field] | undefined };

/** Returns false when no client has this id, or when `clientId` differs from the stored one: it cannot be changed. */
export async function updateClient(db: Database, id: string, changes: ClientChanges): Promise<boolean> {
  const { clientId, ...columns } = changes;
  const updated = await db
    .update(idpClients)
    // Setting `id` to itself keeps the SQL valid when there is nothing else to set.
    .set({ ...columns, id })
    .where(and(eq(idpClients.id, id), clientId === undefined ? undefined : eq(idpClients.clientId, clientId)))
    .returning({ id: idpClients.id });
  return updated.length > 0;
}

export async function deleteClient(db: Database, id: string): Promise<boolean> {
  const deleted = await db.delete(idpClients).where(eq(idpClients.id, id)).returning({ id: idpClients.id });
  return deleted.length > 0;
}

// The calls that operations on users at the identity provider are made of.
import * as z from "zod/mini";
import type { DependencyError } from "../domain/dependency-error.ts";
import type { ExistingUser } from "../domain/ports/identity-provider.ts";
import { BoundedCache } from "../lib/cache.ts";
import type { JsonResponse } from "../lib/fetch-json.ts";
import { log } from "../lib/log.ts";
import { type AdminCaller, fault, parseBody } from "./keycloak-admin.ts";

/** Loose: an update sends the whole user, because Keycloak clears some fields that are left out. */
export const userSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  email: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  createdTimestamp: z.optional(z.number()),
  attributes: z._default(z.record(z.string(), z.array(z.string())), {}),
});
type User = z.infer<typeof userSchema>;

const roleSchema = z.object({ id: z.string(), name: z.string() });

const USERS_MAX = 1_000;

/** All throw DependencyError when the provider fails. */
export function createUserCalls(callAdmin: AdminCaller) {
  const cachedRoles = new BoundedCache<string, z.infer<typeof roleSchema>>(20);

  async function findUser(email: string): Promise<User | undefined> {
    const response = await callAdmin("GET", `/users?username=${encodeURIComponent(email)}&exact=true`, [200]);
    const users = parseBody(z.array(userSchema), response.body);
    return users.find(({ username }) => username.toLowerCase() === email.toLowerCase());
  }

  async function readUser(id: string): Promise<User> {
    const { body } = await callAdmin("GET", userPath(id), [200]);
    return parseBody(userSchema, body);
  }

  function readRole(name: string) {
    return cachedRoles.getOrMake(name, async () => {
      const { body } = await callAdmin("GET", `/roles/${encodeURIComponent(name)}`, [200]);
      return parseBody(roleSchema, body);
    });
  }

  async function addRoles(userId: string, roles: string[]): Promise<void> {
    const mappings = await Promise.all(roles.map(readRole));
    try {
      await callAdmin("POST", `${userPath(userId)}/role-mappings/realm`, [204], mappings);
    } catch (error) {
      // A role that was deleted and made again has another id.
      for (const role of roles) cachedRoles.delete(role);
      throw error;
    }
  }

  async function remove(userId: string): Promise<void> {
    await callAdmin("DELETE", userPath(userId), [204, 404]);
  }

  /** Gives a new user its roles. Deletes it again when the provider has dropped the merchant: nothing would find it later. */
  async function completeNew(
    { headers }: JsonResponse,
    merchantId: string | undefined,
    roles: string[],
  ): Promise<string> {
    const id = headers.get("Location")?.split("/").at(-1);
    if (!id) throw fault("a new user has no Location");
    if (merchantId !== undefined && !isOf(merchantId, await readUser(id))) {
      await remove(id).catch((error: unknown) => log("warn", "orphaned_user", { user_id: id, error }));
      throw dropped();
    }
    await addRoles(id, roles);
    return id;
  }

  async function update(user: User, attributes: User["attributes"]): Promise<void> {
    const changed = { ...user, attributes: { ...user.attributes, ...attributes } };
    await callAdmin("PUT", userPath(user.id), [204], changed);
    const [merchantId] = attributes.merchant_id ?? [];
    if (merchantId !== undefined && !isOf(merchantId, await readUser(user.id))) throw dropped();
  }

  async function listOf(merchantId: string): Promise<User[]> {
    const query = `q=${encodeURIComponent(`merchant_id:${merchantId}`)}&max=${USERS_MAX}`;
    const { body } = await callAdmin("GET", `/users?${query}`, [200]);
    return parseBody(z.array(userSchema), body).filter((user) => isOf(merchantId, user));
  }

  return { findUser, completeNew, update, addRoles, listOf, remove };
}

export function describeUser({ id, attributes, enabled }: User): ExistingUser {
  return { id, merchantIds: attributes.merchant_id ?? [], isEnabled: enabled };
}

export function isOf(merchantId: string, { attributes }: User): boolean {
  return attributes.merchant_id?.includes(merchantId) ?? false;
}

/** Keycloak drops what its user profile does not declare, and does not say so. */
function dropped(): DependencyError {
  return fault("a user's merchant_id is not kept: the realm's user profile must declare it");
}

export function userPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

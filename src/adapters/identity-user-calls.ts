// The calls that operations on users at the identity provider are made of.
import * as z from "zod";
import type { DependencyError } from "../domain/ports.ts";
import type { JsonResponse } from "../lib/fetch-json.ts";
import { log } from "../lib/log.ts";
import { type AdminCaller, fault, parseBody } from "./keycloak-admin.ts";

/** Loose: an update sends the whole user, because Keycloak clears some fields that are left out. */
export const userSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  email: z.string().optional(),
  enabled: z.boolean().default(true),
  createdTimestamp: z.number().optional(),
  attributes: z.record(z.string(), z.array(z.string())).default({}),
});
const roleSchema = z.object({ id: z.string(), name: z.string() });

const USERS_MAX = 1_000;

/** All throw DependencyError when the provider fails. */
export function createUserCalls(callAdmin: AdminCaller) {
  async function findUser(email: string) {
    const response = await callAdmin("GET", `/users?username=${encodeURIComponent(email)}&exact=true`, [200]);
    const users = parseBody(z.array(userSchema), response.body);
    return users.find(({ username }) => username.toLowerCase() === email.toLowerCase());
  }

  async function requireUser(email: string) {
    const user = await findUser(email);
    if (user === undefined) throw fault("the user is gone");
    return user;
  }

  async function addRoles(userId: string, roles: string[]): Promise<void> {
    const read = (name: string) => callAdmin("GET", `/roles/${encodeURIComponent(name)}`, [200]);
    const responses = await Promise.all(roles.map(read));
    const mappings = responses.map(({ body }) => parseBody(roleSchema, body));
    await callAdmin("POST", `${userPath(userId)}/role-mappings/realm`, [204], mappings);
  }

  async function remove(userId: string): Promise<void> {
    await callAdmin("DELETE", userPath(userId), [204, 404]);
  }

  /** Gives a new user its roles, or deletes it again when that fails or the provider has dropped the merchant. */
  async function completeNew(
    { headers }: JsonResponse,
    merchantId: string | undefined,
    roles: string[],
  ): Promise<string> {
    const id = headers.get("Location")?.split("/").at(-1);
    if (!id) throw fault("a new user has no Location");
    try {
      const { body } = await callAdmin("GET", userPath(id), [200]);
      if (!isKept(parseBody(userSchema, body), merchantId)) throw dropped();
      await addRoles(id, roles);
      return id;
    } catch (error) {
      await remove(id).catch((cause: unknown) => {
        log("warn", "orphaned_user", { user_id: id, error: cause });
      });
      throw error;
    }
  }

  async function update(
    user: z.infer<typeof userSchema>,
    attributes: z.infer<typeof userSchema>["attributes"],
  ): Promise<void> {
    const changed = { ...user, attributes: { ...user.attributes, ...attributes } };
    await callAdmin("PUT", userPath(user.id), [204], changed);
    if (!isKept(await requireUser(user.username), attributes.merchant_id?.[0])) throw dropped();
  }

  async function listOf(merchantId: string) {
    const query = `q=${encodeURIComponent(`merchant_id:${merchantId}`)}&max=${USERS_MAX}`;
    const { body } = await callAdmin("GET", `/users?${query}`, [200]);
    return parseBody(z.array(userSchema), body).filter((user) => isOf(merchantId, user));
  }

  return { findUser, requireUser, completeNew, update, addRoles, listOf, remove };
}

export function isOf(merchantId: string, { attributes }: z.infer<typeof userSchema>): boolean {
  return attributes.merchant_id?.includes(merchantId) ?? false;
}

function isKept(user: z.infer<typeof userSchema>, merchantId: string | undefined): boolean {
  return merchantId === undefined || isOf(merchantId, user);
}

/** Keycloak drops what its user profile does not declare, and does not say so. */
function dropped(): DependencyError {
  return fault("a user's merchant_id is not kept: the realm's user profile must declare it");
}

export function userPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

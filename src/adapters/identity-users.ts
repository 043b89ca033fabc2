// Users at the identity provider: a merchant's staff, who sign in to the dashboard with a password.

import * as z from "zod";
import type { IdentityProvider } from "../domain/ports.ts";
import { SETUP_LINK_HOURS } from "../domain/realm.ts";
import { log } from "../lib/log.ts";
import { type AdminCaller, fault, parseBody } from "./keycloak-admin.ts";

/** Loose: an update sends the whole user, because Keycloak clears some fields that are left out. */
const userSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  attributes: z.record(z.string(), z.array(z.string())).default({}),
});
const roleSchema = z.object({ id: z.string(), name: z.string() });
const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

const USERS_MAX = 1_000;

type UserAdmin = Pick<
  IdentityProvider,
  "createUser" | "createSetupLink" | "deleteUser" | "findUserId" | "listUserIds" | "setUserEnabled"
>;

export function createUserAdmin(callAdmin: AdminCaller): UserAdmin {
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

  return {
    async createUser({ email, attributes: values, roles }) {
      const attributes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
      const representation = { username: email, email, enabled: true, attributes };
      const { status } = await callAdmin("POST", "/users", [201, 409], representation);
      const user = await requireUser(email);
      if (status === 409) {
        const changes = { attributes: { ...user.attributes, ...attributes } };
        await callAdmin("PUT", userPath(user.id), [204], { ...user, ...changes });
        await addRoles(user.id, roles);
        return "updated";
      }
      await addRoles(user.id, roles).catch(async (error: unknown) => {
        await remove(user.id).catch((cause: unknown) => {
          log("warn", "orphaned_user", { user_id: user.id, error: cause });
        });
        throw error;
      });
      return "created";
    },
    async createSetupLink(email) {
      const path = userPath((await requireUser(email)).id);
      const { status, body } = await callAdmin("POST", `${path}/setup-link`, [200, 404, 405]);
      if (status === 200) return parseBody(linkSchema, body).url;
      // Keycloak does not hand out such a link: it mails one to the user itself.
      const lifespan = `lifespan=${SETUP_LINK_HOURS * 3_600}`;
      await callAdmin("PUT", `${path}/execute-actions-email?${lifespan}`, [200, 204], ["UPDATE_PASSWORD"]);
      return null;
    },
    async deleteUser(email) {
      const user = await findUser(email);
      if (user) await remove(user.id);
    },
    async findUserId(email, merchantId) {
      const user = await findUser(email);
      return user !== undefined && isOf(merchantId, user) ? user.id : null;
    },
    async listUserIds(merchantId) {
      const query = `q=${encodeURIComponent(`merchant_id:${merchantId}`)}&max=${USERS_MAX}`;
      const { body } = await callAdmin("GET", `/users?${query}`, [200]);
      const users = parseBody(z.array(userSchema), body);
      return users.filter((user) => isOf(merchantId, user)).map(({ id }) => id);
    },
    async setUserEnabled(userId, isEnabled) {
      const { status, body } = await callAdmin("GET", userPath(userId), [200, 404]);
      if (status === 404) return;
      const user = { ...parseBody(userSchema, body), enabled: isEnabled };
      await callAdmin("PUT", userPath(userId), [204, 404], user);
      if (!isEnabled) await callAdmin("POST", `${userPath(userId)}/logout`, [204, 404]);
    },
  };
}

function isOf(merchantId: string, { attributes }: z.infer<typeof userSchema>): boolean {
  return attributes.merchant_id?.includes(merchantId) ?? false;
}

function userPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

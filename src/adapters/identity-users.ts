// Users at the identity provider: a merchant's staff, who sign in to the dashboard with a password.

import * as z from "zod";
import type { IdentityProvider } from "../domain/ports.ts";
import { SETUP_LINK_HOURS } from "../domain/realm.ts";
import { createUserCalls, isOf, userPath, userSchema } from "./identity-user-calls.ts";
import { type AdminCaller, parseBody } from "./keycloak-admin.ts";

const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

type UserAdmin = Pick<
  IdentityProvider,
  | "createUser"
  | "addUser"
  | "createSetupLink"
  | "removeUser"
  | "findUserId"
  | "changeUserEmail"
  | "listUsers"
  | "listUserIds"
  | "setUserEnabled"
>;

export function createUserAdmin(callAdmin: AdminCaller): UserAdmin {
  const { findUser, requireUser, completeNew, update, addRoles, listOf, remove } = createUserCalls(callAdmin);
  return {
    async createUser({ email, attributes: values, roles }, isMerchant) {
      const attributes = attributesFrom(values);
      const representation = { username: email, email, enabled: true, attributes };
      const created = await callAdmin("POST", "/users", [201, 409], representation);
      if (created.status === 409) {
        const user = await requireUser(email);
        const owners = user.attributes.merchant_id ?? [];
        for (const owner of owners) {
          if (owner !== values.merchant_id && (await isMerchant(owner))) return "taken";
        }
        await update(user, attributes);
        await addRoles(user.id, roles);
        return "updated";
      }
      await completeNew(created, values.merchant_id, roles);
      return "created";
    },
    async addUser({ email, attributes, roles }) {
      const representation = {
        username: email,
        email,
        enabled: false,
        attributes: attributesFrom(attributes),
      };
      const created = await callAdmin("POST", "/users", [201, 409], representation);
      if (created.status === 409) return null;
      return await completeNew(created, attributes.merchant_id, roles);
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
    async findUserId(email, merchantId) {
      const user = await findUser(email);
      return user !== undefined && isOf(merchantId, user) ? user.id : null;
    },
    async changeUserEmail(merchantId, from, to) {
      const user = await findUser(from);
      if (user === undefined || !isOf(merchantId, user)) {
        // An earlier attempt has changed it already, unless the address is someone else's.
        const other = await findUser(to);
        return other === undefined || isOf(merchantId, other) ? "changed" : "taken";
      }
      const renamed = { ...user, username: to, email: to };
      const { status } = await callAdmin("PUT", userPath(user.id), [204, 409], renamed);
      return status === 409 ? "taken" : "changed";
    },
    async listUsers(merchantId) {
      return (await listOf(merchantId)).map(({ id, username, email, enabled, createdTimestamp }) => ({
        id,
        email: email ?? username,
        isEnabled: enabled,
        createdAt: createdTimestamp ?? null,
      }));
    },
    async listUserIds(merchantId) {
      return (await listOf(merchantId)).map(({ id }) => id);
    },
    removeUser: remove,
    async setUserEnabled(userId, isEnabled) {
      const { status, body } = await callAdmin("GET", userPath(userId), [200, 404]);
      if (status === 404) return;
      const user = { ...parseBody(userSchema, body), enabled: isEnabled };
      await callAdmin("PUT", userPath(userId), [204, 404], user);
      if (!isEnabled) await callAdmin("POST", `${userPath(userId)}/logout`, [204, 404]);
    },
  };
}

function attributesFrom(values: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}

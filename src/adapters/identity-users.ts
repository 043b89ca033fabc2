// Users at the identity provider: a merchant's staff, who sign in to the dashboard with a password.

import * as z from "zod/mini";
import type { IdentityProvider } from "../domain/ports/identity-provider.ts";
import { SETUP_LINK_HOURS } from "../domain/realm.ts";
import { err, ok } from "../domain/result.ts";
import { createUserCalls, describeUser, isOf, userPath, userSchema } from "./identity-user-calls.ts";
import { type AdminCaller, parseBody, refusal } from "./keycloak-admin.ts";

const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** What Keycloak's user profile refuses, one field or several. */
const fieldSchema = z.object({ field: z.enum(["email", "username"]) });
const emailRefusedSchema = z.union([
  z.object({ errors: z.array(fieldSchema).check(z.minLength(1)) }),
  fieldSchema,
]);

/** The first user may have to make way for the new one. */
const ATTEMPTS_MAX = 2;

type UserAdmin = Pick<
  IdentityProvider,
  | "createUser"
  | "createSetupLink"
  | "removeUser"
  | "findUser"
  | "changeUserEmail"
  | "listUsers"
  | "setUserEnabled"
>;

export function createUserAdmin(callAdmin: AdminCaller): UserAdmin {
  const { findUser, completeNew, update, addRoles, listOf, remove } = createUserCalls(callAdmin);
  let isMailing = false;
  return {
    async createUser({ email, attributes: values, roles, isEnabled = true }, decide) {
      const attributes = attributesFrom(values);
      const representation = { username: email, email, enabled: isEnabled, attributes };
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const response = await callAdmin("POST", "/users", [201, 400, 409], representation);
        if (response.status === 201) return ok(await completeNew(response, values.merchant_id, roles));
        if (response.status === 400) {
          if (emailRefusedSchema.safeParse(response.body).success) return err("email_refused");
          throw refusal("POST /users", response);
        }
        const user = await findUser(email);
        // Another user has the email, under another name.
        if (user === undefined) return err("user_exists");
        const decision = await decide(describeUser(user));
        if (decision === "keep") return err("user_exists");
        if (decision === "adopt") {
          await update(user, attributes);
          await addRoles(user.id, roles);
          return ok(user.id);
        }
        await remove(user.id);
      }
      return err("user_exists");
    },
    async createSetupLink(userId) {
      const path = userPath(userId);
      if (!isMailing) {
        const { status, body } = await callAdmin("POST", `${path}/setup-link`, [200, 404, 405]);
        if (status === 200) return parseBody(linkSchema, body).url;
      }
      // Keycloak does not hand out such a link: it mails one to the user itself.
      const lifespan = `lifespan=${SETUP_LINK_HOURS * 3_600}`;
      await callAdmin("PUT", `${path}/execute-actions-email?${lifespan}`, [200, 204], ["UPDATE_PASSWORD"]);
      isMailing = true;
      return null;
    },
    async findUser(email) {
      const user = await findUser(email);
      return user === undefined ? null : describeUser(user);
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
      return (await listOf(merchantId)).map((user) => ({
        ...describeUser(user),
        email: user.email ?? user.username,
        createdAt: user.createdTimestamp ?? null,
      }));
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

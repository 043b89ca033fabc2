import * as z from "zod/mini";
import type { DependencyError } from "#core/domain/dependency-error.ts";
import { SETUP_LINK_HOURS } from "#core/domain/identity-provider/realm.ts";
import type { ExistingUser, IdentityProvider } from "#core/domain/ports/identity-provider.ts";
import { err, ok } from "#core/domain/result.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { asciiEmail, readableEmail } from "#core/lib/email.ts";
import type { JsonResponse } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import { type AdminApi, fault, parseBody, refusal } from "./keycloak-admin.ts";

/** Loose: an update sends the whole user, because Keycloak clears some fields that are left out. */
const userSchema = z.looseObject({
  id: z.string(),
  username: z.string(),
  email: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  /** The embedded provider does not have it: nobody can register there. */
  emailVerified: z.optional(z.boolean()),
  createdTimestamp: z.optional(z.number()),
  setupLinkExpires: z.nullish(z.number()),
  requiredActions: z.optional(z.array(z.string())),
  attributes: z._default(z.record(z.string(), z.array(z.string())), {}),
});
type User = z.infer<typeof userSchema>;

const roleSchema = z.object({ id: z.string(), name: z.string() });

const USERS_MAX = 1_000;

const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** What Keycloak's user profile refuses, one field or several. */
const fieldSchema = z.object({ field: z.enum(["email", "username"]) });
const emailRefusedSchema = z.union([
  z.object({ errors: z.array(fieldSchema).check(z.minLength(1)) }),
  fieldSchema,
]);

/** Keycloak has a new user do this at the next sign-in, and removes it once there is a password. */
const SET_PASSWORD = "UPDATE_PASSWORD";

/** The first user may have to make way for the new one. */
const ATTEMPTS_MAX = 2;

type UserAdmin = Omit<
  IdentityProvider,
  "asksForEachToken" | "createClient" | "rotateClientSecret" | "setClientEnabled" | "deleteClient"
>;

export function createUserAdmin(callAdmin: AdminApi): UserAdmin {
  const { findUser, findUserById, completeNew, update, changeRoles, listOf, remove, release, endSessionsOf } =
    createUserCalls(callAdmin);
  let isMailing = false;
  return {
    async createUser({ email, attributes: values, roles, isEnabled = true }, decide) {
      const attributes = attributesFrom(values);
      const requiredActions = [SET_PASSWORD];
      const representation = { ...nameOf(email), enabled: isEnabled, attributes, requiredActions };
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
          await changeRoles("POST", user.id, roles);
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
      await callAdmin("PUT", `${path}/execute-actions-email?${lifespan}`, [200, 204], [SET_PASSWORD]);
      isMailing = true;
      return null;
    },
    async findUser(email) {
      const user = await findUser(email);
      return user === undefined ? null : describeUser(user);
    },
    async findUserById(userId) {
      const user = await findUserById(userId);
      return user === undefined ? null : describeUser(user);
    },
    async hasCredentials(userId) {
      const { status, body } = await callAdmin("GET", `${userPath(userId)}/credentials`, [200, 404]);
      return status === 200 && parseBody(z.array(z.unknown()), body).length > 0;
    },
    async changeUserEmail(merchantId, from, to) {
      const user = await findUser(from);
      if (user === undefined || !isOf(merchantId, user)) {
        // An earlier attempt has changed it already, unless the email is someone else's.
        const other = await findUser(to);
        return other === undefined || isOf(merchantId, other) ? "changed" : "taken";
      }
      const renamed = { ...user, ...nameOf(to) };
      const { status } = await callAdmin("PUT", userPath(user.id), [204, 409], renamed);
      return status === 409 ? "taken" : "changed";
    },
    async listUsers(merchantId) {
      return (await listOf("merchant_id", merchantId)).map((user) => ({
        ...describeUser(user),
        email: readableEmail(user.email ?? user.username),
        createdAt: user.createdTimestamp ?? null,
        invitedUntil: user.setupLinkExpires ?? null,
        mustSetPassword: user.requiredActions?.includes(SET_PASSWORD) ?? false,
      }));
    },
    removeUser: remove,
    releaseUser: release,
    async setUserEnabled(userId, isEnabled) {
      const user = await findUserById(userId);
      if (user === undefined) return;
      await callAdmin("PUT", userPath(userId), [204, 404], { ...user, enabled: isEnabled });
      if (!isEnabled) await endSessionsOf(userId);
    },
    async endSessions(walletId, userIds) {
      const named = (await listOf("wallet_id", walletId)).map(({ id }) => id);
      for (const userId of new Set([...named, ...userIds])) await endSessionsOf(userId);
    },
  };
}

/** The calls that the operations are made of. All throw DependencyError when the provider fails. */
function createUserCalls(callAdmin: AdminApi) {
  const cachedRoles = new BoundedCache<string, z.infer<typeof roleSchema>>(20);

  async function findUser(email: string): Promise<User | undefined> {
    const name = asciiEmail(email);
    const { body } = await callAdmin("GET", `/users?username=${encodeURIComponent(name)}&exact=true`, [200]);
    return parseBody(z.array(userSchema), body).find((user) => isCalled(name, user));
  }

  async function findUserById(id: string): Promise<User | undefined> {
    const { status, body } = await callAdmin("GET", userPath(id), [200, 404]);
    return status === 404 ? undefined : parseBody(userSchema, body);
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

  async function changeRoles(method: "POST" | "DELETE", userId: string, roles: string[]): Promise<void> {
    const mappings = await Promise.all(roles.map(readRole));
    try {
      await callAdmin(method, `${userPath(userId)}/role-mappings/realm`, [204], mappings);
    } catch (error) {
      // A role that was deleted and made again has another id.
      for (const role of roles) cachedRoles.delete(role);
      throw error;
    }
  }

  async function remove(userId: string): Promise<void> {
    await callAdmin("DELETE", userPath(userId), [204, 404]);
  }

  async function release(userId: string, { enables }: { enables: boolean }): Promise<void> {
    const user = await findUserById(userId);
    if (user === undefined) return;
    const { merchant_id, business_name, ...attributes } = user.attributes;
    const released = { ...user, enabled: enables || user.enabled, attributes };
    await callAdmin("PUT", userPath(userId), [204], released);
    await changeRoles("DELETE", userId, ["merchant"]);
    await endSessionsOf(userId);
  }

  async function endSessionsOf(userId: string): Promise<void> {
    await callAdmin("POST", `${userPath(userId)}/logout`, [204, 404]);
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
    await changeRoles("POST", id, roles);
    return id;
  }

  async function update(user: User, attributes: User["attributes"]): Promise<void> {
    const changed = { ...user, attributes: { ...user.attributes, ...attributes } };
    await callAdmin("PUT", userPath(user.id), [204], changed);
    const [merchantId] = attributes.merchant_id ?? [];
    if (merchantId !== undefined && !isOf(merchantId, await readUser(user.id))) throw dropped();
  }

  async function listOf(attribute: "merchant_id" | "wallet_id", value: string): Promise<User[]> {
    const query = `q=${encodeURIComponent(`${attribute}:${value}`)}&max=${USERS_MAX}`;
    const { body } = await callAdmin("GET", `/users?${query}`, [200]);
    const users = parseBody(z.array(userSchema), body);
    return users.filter(({ attributes }) => attributes[attribute]?.includes(value));
  }

  return { findUser, findUserById, completeNew, update, changeRoles, listOf, remove, release, endSessionsOf };
}

function isCalled(name: string, { username }: User): boolean {
  return username.toLowerCase() === name.toLowerCase();
}

/** Mail goes to it. */
function nameOf(email: string): Pick<User, "username" | "email"> {
  return { username: asciiEmail(email), email: asciiEmail(email) };
}

function attributesFrom(values: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}

function describeUser({ id, attributes, enabled, emailVerified = true }: User): ExistingUser {
  const { merchant_id: merchantIds = [], wallet_id: walletIds = [] } = attributes;
  return {
    id,
    merchantIds,
    isEnabled: enabled,
    isEmailVerified: emailVerified,
    hasWallet: walletIds.length > 0,
  };
}

function isOf(merchantId: string, { attributes }: User): boolean {
  return attributes.merchant_id?.includes(merchantId) ?? false;
}

/** Keycloak drops what its user profile does not declare, and does not say so. */
function dropped(): DependencyError {
  return fault("a user's merchant_id is not kept: the realm's user profile must declare it");
}

function userPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

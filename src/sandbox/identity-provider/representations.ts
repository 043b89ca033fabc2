// Keycloak's representations of clients, users and roles: what the admin API accepts and returns.
import type { HonoRequest } from "hono";
import * as z from "zod/mini";
import { REALM } from "#core/domain/identity-provider/realm.ts";
import { MAPPER_TYPES, mapClaims } from "./claims.ts";
import type { IdpClient } from "./clients.ts";
import type { ProtocolMapper } from "./schema.ts";
import type { IdpUser } from "./users.ts";

/** Returns null when the body is not JSON or does not match the schema. */
export async function readJson<T>(request: HonoRequest, schema: z.ZodMiniType<T>): Promise<T | null> {
  const body: unknown = await request.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

const protocolMappers = z
  .array(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      protocol: z.literal("openid-connect"),
      protocolMapper: z.enum(MAPPER_TYPES),
      config: z.record(z.string(), z.string()),
    }),
  )
  .check(z.maxLength(50), z.refine(areApplicable, "must have a valid config"));

const clientFields = z.object({
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/)),
  /** It has at least 32 characters, because it is stored as a single round of SHA-256. */
  secret: z.string().check(z.minLength(32), z.maxLength(255)),
  name: z.string().check(z.maxLength(255)),
  enabled: z.boolean(),
  publicClient: z.literal(false),
  serviceAccountsEnabled: z.literal(true),
  protocolMappers,
});

export const clientChangesSchema = z.partial(clientFields);
export const newClientSchema = z.required(z.partial(clientFields), { clientId: true });

/** ClientRepresentation, without the secret: only its hash is stored. */
export function presentClient(client: IdpClient) {
  return {
    id: client.id,
    clientId: client.clientId,
    name: client.name,
    enabled: client.enabled,
    protocol: "openid-connect",
    clientAuthenticatorType: "client-secret",
    publicClient: false,
    serviceAccountsEnabled: true,
    protocolMappers: client.protocolMappers,
  };
}

function areApplicable(mappers: ProtocolMapper[]): boolean {
  try {
    mapClaims(mappers);
    return true;
  } catch {
    return false;
  }
}

/** RoleRepresentation of the roles that users can have. Only the administrator's client has `admin`. */
export const ROLES = [
  { id: "6f0d0a3e-52c1-4b0b-8f5e-7f3d3c1a9b46", name: "merchant" },
  { id: "c0c5a1f4-3b0e-4a57-9a43-1f7c2f6f0d1b", name: "customer" },
].map((role) => ({ ...role, composite: false, clientRole: false, containerId: REALM }));

export const roleMappingsSchema = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .check(z.maxLength(ROLES.length));

const emailField = z.email().check(z.maxLength(254), z.toLowerCase());
const userFields = z.object({
  /** It equals the email, as in a Keycloak realm with "email as username". */
  username: emailField,
  email: emailField,
  enabled: z.boolean(),
  attributes: z.record(
    z.string().check(z.maxLength(255)),
    z.array(z.string().check(z.maxLength(2_048))).check(z.maxLength(50)),
  ),
});

export const newUserSchema = z
  .required(z.partial(userFields), { email: true })
  .check(
    z.refine(
      ({ username, email }) => username === undefined || username === email,
      "username must equal email",
    ),
  );

export const userChangesSchema = z.partial(userFields);

export const actionsSchema = z.array(z.string()).check(z.maxLength(20));

/** UserRepresentation. `setupLinkExpires` is an addition: when the link ends of a user who has never set a password. */
export function presentUser({ id, email, enabled, attributes, createdAt, ...user }: IdpUser) {
  const setupLinkExpires = user.passwordHash === null ? user.setupExpiresAt : null;
  return { id, username: email, email, enabled, attributes, createdTimestamp: createdAt, setupLinkExpires };
}

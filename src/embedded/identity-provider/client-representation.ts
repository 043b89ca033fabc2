import * as z from "zod";
import { MAPPER_TYPES, mapClaims } from "./claims.ts";
import type { IdpClient } from "./clients.ts";
import type { ProtocolMapper } from "./schema.ts";

const protocolMappers = z
  .array(
    z.object({
      name: z.string().min(1).max(255),
      protocol: z.literal("openid-connect"),
      protocolMapper: z.enum(MAPPER_TYPES),
      config: z.record(z.string(), z.string()),
    }),
  )
  .max(50)
  .refine(areApplicable, "a mapper cannot be applied");

const fields = z.object({
  clientId: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  /** Long, because it is kept under one round of SHA-256. */
  secret: z.string().min(32).max(255),
  name: z.string().max(255),
  enabled: z.boolean(),
  publicClient: z.literal(false),
  serviceAccountsEnabled: z.literal(true),
  protocolMappers,
});

export const clientChangesSchema = fields.partial();
export const newClientSchema = fields.partial().required({ clientId: true });

/** Keycloak's ClientRepresentation, without the secret: only its hash is known. */
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

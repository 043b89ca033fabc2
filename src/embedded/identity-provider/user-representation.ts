import * as z from "zod";
import { ROLES } from "./roles.ts";
import type { IdpUser } from "./users.ts";

const emailField = z.email().max(254).toLowerCase();
const fields = z.object({
  /** As in a Keycloak realm with "email as username". */
  username: emailField,
  email: emailField,
  enabled: z.boolean(),
  attributes: z.record(z.string().max(255), z.array(z.string().max(2_048)).max(50)),
});

export const newUserSchema = fields
  .partial()
  .required({ email: true })
  .refine(({ username, email }) => username === undefined || username === email, "the username is the email");

export const userChangesSchema = fields.partial();

export const roleMappingsSchema = z.array(z.object({ id: z.string(), name: z.string() })).max(ROLES.length);

export const actionsSchema = z.array(z.string()).max(20);

/** Keycloak's UserRepresentation; what is known of passwords and links stays inside. */
export function presentUser({ id, email, enabled, attributes, createdAt }: IdpUser) {
  return { id, username: email, email, enabled, attributes, createdTimestamp: createdAt };
}

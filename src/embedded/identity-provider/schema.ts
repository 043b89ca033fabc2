import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** OAuth clients, as Keycloak's ClientRepresentation has them. */
export const idpClients = sqliteTable("idp_clients", {
  clientId: text("client_id").primaryKey(),
  /** Keycloak's internal id, by which the admin API addresses a client. */
  id: text().notNull().unique(),
  name: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  /** SHA-256 in hex of 256 random bits. */
  secretHash: text("secret_hash").notNull(),
  /** The claims that the client's protocol mappers put into its tokens, as JSON. */
  protocolMappers: text("protocol_mappers", { mode: "json" }).$type<ProtocolMapper[]>().notNull(),
  createdAt: integer("created_at").notNull(),
});

export interface ProtocolMapper {
  name: string;
  protocol: string;
  protocolMapper: string;
  config: Record<string, string>;
}

export const idpKeys = sqliteTable("idp_keys", {
  kid: text().primaryKey(),
  publicJwk: text("public_jwk").notNull(),
  /** Private JWK, sealed with the master key. */
  privateJwk: text("private_jwk").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** People, as Keycloak's UserRepresentation has them; the email is the username. */
export const idpUsers = sqliteTable("idp_users", {
  id: text().primaryKey(),
  /** Lower case. */
  email: text().notNull().unique(),
  enabled: integer({ mode: "boolean" }).notNull(),
  attributes: text({ mode: "json" }).$type<UserAttributes>().notNull(),
  /** Realm roles, as JSON. */
  roles: text({ mode: "json" }).$type<string[]>().notNull(),
  /** As password-hash.ts encodes it; null until the first setup link is used. */
  passwordHash: text("password_hash"),
  /** In a row. */
  failedLogins: integer("failed_logins").notNull(),
  lockedUntil: integer("locked_until"),
  /** SHA-256 in hex of the one setup link that is open, so that a new link ends the one before. */
  setupKeyHash: text("setup_key_hash").unique(),
  setupExpiresAt: integer("setup_expires_at"),
  createdAt: integer("created_at").notNull(),
});

export type UserAttributes = Record<string, string[]>;

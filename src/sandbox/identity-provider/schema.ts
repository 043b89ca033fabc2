import { type SQL, sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PublicClientId } from "./public-clients.ts";

/** OAuth clients, with the fields of Keycloak's ClientRepresentation. */
export const idpClients = sqliteTable("idp_clients", {
  clientId: text("client_id").primaryKey(),
  /** Keycloak's internal id, which the admin API uses in paths. */
  id: text().notNull().unique(),
  name: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  /** SHA-256 of the client secret, in hex. */
  secretHash: text("secret_hash").notNull(),
  /** They define the claims in the client's tokens; see claims.ts. */
  protocolMappers: text("protocol_mappers", { mode: "json" }).$type<ProtocolMapper[]>().notNull(),
  createdAt: integer("created_at").notNull(),
});

export interface ProtocolMapper {
  name: string;
  protocol: string;
  protocolMapper: string;
  config: Record<string, string>;
}

/** The keys that sign tokens, sealed. */
export const idpKeys = sqliteTable("idp_keys", {
  kid: text().primaryKey(),
  publicJwk: text("public_jwk").notNull(),
  /** Encrypted with the master key. */
  privateJwk: text("private_jwk").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Dashboard users, with the fields of Keycloak's UserRepresentation; the email is the username. */
export const idpUsers = sqliteTable(
  "idp_users",
  {
    id: text().primaryKey(),
    /** Lower case. */
    email: text().notNull().unique(),
    enabled: integer({ mode: "boolean" }).notNull(),
    attributes: text({ mode: "json" }).$type<UserAttributes>().notNull(),
    roles: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Encoded by password-hash.ts; null until a setup link is used. */
    passwordHash: text("password_hash"),
    /** SHA-256 of the key of the open setup link, in hex. A user has at most one open link. */
    setupKeyHash: text("setup_key_hash").unique(),
    setupExpiresAt: integer("setup_expires_at"),
    createdAt: integer("created_at").notNull(),
  },
  // They list the users of a merchant, and those of a wallet.
  (table) => [
    index("idp_users_by_merchant").on(firstOf(table.attributes, "merchant_id")),
    index("idp_users_by_wallet").on(firstOf(table.attributes, "wallet_id")),
  ],
);

/** Users who have signed in at the page: see sign-ins.ts. */
export const idpSignIns = sqliteTable(
  "idp_sign_ins",
  {
    id: text().primaryKey(),
    userId: text("user_id").notNull(),
    clientId: text("client_id").$type<PublicClientId>().notNull(),
    redirectUri: text("redirect_uri").notNull(),
    codeChallenge: text("code_challenge").notNull(),
    nonce: text(),
    /** SHA-256, in hex; of the newest refresh token below, which is null until the code is used. */
    codeHash: text("code_hash").notNull(),
    refreshHash: text("refresh_hash"),
    createdAt: integer("created_at").notNull(),
    /** When the code expires; once it is used, when the sign-in does. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("idp_sign_ins_by_user").on(table.userId),
    index("idp_sign_ins_expired").on(table.expiresAt),
  ],
);

export type UserAttributes = Record<string, string[]>;

export type OwnerAttribute = "merchant_id" | "wallet_id";

/** SQL for the merchant, or the wallet, of a user with these attributes. */
export function firstOf(attributes: SQLiteColumn, name: OwnerAttribute): SQL {
  return sql`${attributes} ->> ${sql.raw(`'$.${name}[0]'`)}`;
}

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

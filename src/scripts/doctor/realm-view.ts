// What the service's own client can see of the realm at a Keycloak, each read once.
import * as z from "zod";
import { createAdminCaller } from "../../adapters/keycloak-admin.ts";
import { issuerUrl } from "../../domain/realm.ts";
import { Unseen } from "./check.ts";

const texts = z.array(z.string()).default([]);
const realmSchema = z.object({
  accessTokenLifespan: z.number().optional(),
  bruteForceProtected: z.boolean().default(false),
  passwordPolicy: z.string().default(""),
  registrationAllowed: z.boolean().default(false),
  registrationEmailAsUsername: z.boolean().default(false),
  smtpServer: z.record(z.string(), z.string()).default({}),
});
const clientSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  enabled: z.boolean().default(true),
  publicClient: z.boolean().default(false),
  standardFlowEnabled: z.boolean().default(false),
  fullScopeAllowed: z.boolean().default(false),
  rootUrl: z.string().nullish(),
  redirectUris: texts,
  defaultClientScopes: texts,
  attributes: z.record(z.string(), z.string()).default({}),
});
const attributeSchema = z.object({
  name: z.string(),
  required: z.unknown().optional(),
  permissions: z.object({ edit: texts }).default({ edit: [] }),
});
const profileSchema = z.object({
  attributes: z.array(attributeSchema).default([]),
  unmanagedAttributePolicy: z.string().nullish(),
});
const rolesSchema = z.array(z.object({ name: z.string() }));

type RealmSettings = z.output<typeof realmSchema>;
export type RealmClient = z.output<typeof clientSchema>;
type UserProfile = z.output<typeof profileSchema>;

export interface RealmAddress {
  authUrl: string;
  /** At which the service itself calls it. */
  adminUrl: string;
  publicUrl: string;
  admin: { clientId: string; clientSecret: string };
}

/** Its reads throw Unseen where the client's rights do not reach. */
export class RealmView {
  readonly address: RealmAddress;
  readonly issuer: string;
  readonly callAdmin: ReturnType<typeof createAdminCaller>;
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(address: RealmAddress) {
    this.address = address;
    this.issuer = issuerUrl(address.authUrl);
    const { adminUrl: baseUrl, admin } = address;
    this.callAdmin = createAdminCaller({ fetch: (url, init) => fetch(url, init), baseUrl, admin });
  }

  async settings(): Promise<RealmSettings> {
    return realmSchema.parse(await this.#get(""));
  }

  async profile(): Promise<UserProfile> {
    return profileSchema.parse(await this.#get("/users/profile"));
  }

  async hasRole(name: string): Promise<boolean> {
    return (await this.#get(`/roles/${name}`)) !== null;
  }

  /** Throws Error when there is none. */
  async client(clientId: string): Promise<RealmClient> {
    const clients = z.array(clientSchema).parse(await this.#get(`/clients?clientId=${clientId}`));
    const client = clients.find((found) => found.clientId === clientId);
    if (client === undefined) throw new Error(`there is no client ${clientId}`);
    return client;
  }

  /** The realm roles that may be in the client's tokens. */
  async scopeOf(client: RealmClient): Promise<string[]> {
    return namesIn(await this.#get(`/clients/${client.id}/scope-mappings/realm`));
  }

  async serviceAccountRoles(client: RealmClient): Promise<string[]> {
    const user = await this.#get(`/clients/${client.id}/service-account-user`);
    if (user === null) return [];
    const { id } = z.object({ id: z.string() }).parse(user);
    return namesIn(await this.#get(`/users/${id}/role-mappings/realm`));
  }

  /** Null for 404. */
  #get(path: string): Promise<unknown> {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const reading = this.callAdmin("GET", path, [200, 400, 403, 404]).then(({ status, body }) => {
      if (status === 403) throw new Unseen("it cannot be seen with the rights of the service's client");
      return status === 200 ? body : null;
    });
    this.#read.set(path, reading);
    return reading;
  }
}

function namesIn(roles: unknown): string[] {
  return rolesSchema.parse(roles ?? []).map(({ name }) => name);
}

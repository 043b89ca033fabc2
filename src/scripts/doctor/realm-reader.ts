// Reads a Keycloak's realm, part by part, by the paths of the table in realm-settings.ts.
import type { AdminApi } from "../../core/adapters/keycloak-admin.ts";
import { DASHBOARD_CLIENT_ID, REALM, WALLET_CLIENT_ID } from "../../core/domain/identity-provider/realm.ts";
import file from "../keycloak/payment-platform-realm.json" with { type: "json" };
import { Unseen } from "./check.ts";

const DECISIVE_CLAIMS = ["merchant_id", "wallet_id"];
const ATTRIBUTE_MAPPER = "oidc-usermodel-attribute-mapper";

interface Mapper {
  name: string;
  protocolMapper: string;
  config: Record<string, string>;
}

interface Client {
  id: string;
  rootUrl?: string;
  redirectUris?: string[];
  attributes?: Record<string, string>;
  protocolMappers?: Mapper[];
}

interface Attribute {
  name: string;
  permissions?: { edit?: string[] };
}

interface Profile {
  attributes?: Attribute[];
  unmanagedAttributePolicy?: string;
}

/** What stands in the realm at a path. Throws Unseen where the client's rights do not reach. */
export type RealmReader = (path: string) => Promise<unknown>;

export function createRealmReader(callAdmin: AdminApi): RealmReader {
  const read = new Map<string, ReturnType<AdminApi>>();

  /** Returns null for 404. Nothing is asked for twice. */
  async function get<Body>(path: string): Promise<Body | null> {
    const reading = read.get(path) ?? callAdmin("GET", path, [200, 400, 403, 404]);
    read.set(path, reading);
    const { status, body } = await reading;
    if (status === 403) throw new Unseen("it cannot be seen with the rights of the service's client");
    return status === 200 ? (body as Body) : null;
  }

  const names = async (path: string) => namesOf((await get<{ name: string }[]>(path)) ?? []);
  const findRole = async ({ name }: { name: string }) =>
    (await get(`/roles/${name}`)) === null ? [] : [name];

  async function findClient(clientId: string): Promise<Client> {
    const [client] = (await get<Client[]>(`/clients?clientId=${clientId}`)) ?? [];
    if (client === undefined) throw new Error(`there is no client ${clientId}`);
    return client;
  }

  async function findNewUsersRoles(): Promise<string[]> {
    const groups = (await get<{ id: string }[]>("/default-groups")) ?? [];
    const ofGroups = await Promise.all(groups.map(({ id }) => names(`/groups/${id}/role-mappings/realm`)));
    return [...ofGroups.flat(), ...(await names(`/roles/default-roles-${REALM}/composites`))];
  }

  async function findServiceAccountRoles(clientId: string): Promise<string[]> {
    const client = await findClient(clientId);
    const user = await get<{ id: string }>(`/clients/${client.id}/service-account-user`);
    return user === null ? [] : await names(`/users/${user.id}/role-mappings/realm`);
  }

  const readProfile = async () => (await get<Profile>("/users/profile")) ?? {};

  /** Nothing that users can write may say whose data they see, whatever the attribute behind the claim is called. */
  async function findClaimsOfUsers(): Promise<string[]> {
    const clients = await Promise.all([DASHBOARD_CLIENT_ID, WALLET_CLIENT_ID].map(findClient));
    const profile = await readProfile();
    const isSafe = ({ protocolMapper, config }: Mapper) =>
      protocolMapper === ATTRIBUTE_MAPPER && !isEditable(profile, config["user.attribute"] ?? "");
    const mappers = clients.flatMap(({ protocolMappers = [] }) => protocolMappers);
    const decisive = mappers.filter(({ config }) => DECISIVE_CLAIMS.includes(config["claim.name"] ?? ""));
    return namesOf(decisive.filter((mapper) => !isSafe(mapper)));
  }

  /** Their keys are the first name of a path; the client is the second. */
  const parts: Record<string, (clientId: string) => Promise<unknown>> = {
    settings: async () => (await get("")) ?? {},
    roles: async () => (await Promise.all(file.roles.realm.map(findRole))).flat(),
    "roles of new users": findNewUsersRoles,
    profile: async () => {
      const { attributes = [], ...others } = await readProfile();
      return { ...others, attributes: Object.fromEntries(attributes.map((each) => [each.name, each])) };
    },
    "claims that users decide on": findClaimsOfUsers,
    serviceAccounts: findServiceAccountRoles,
    clients: findClient,
    redirects: async (clientId) => {
      const { rootUrl = "", redirectUris = [] } = await findClient(clientId);
      return redirectUris.map((uri) => (uri.startsWith("/") ? rootUrl + uri : uri));
    },
    signOuts: async (clientId) =>
      (await findClient(clientId)).attributes?.["post.logout.redirect.uris"]?.split("##") ?? [],
    scopes: async (clientId) => names(`/clients/${(await findClient(clientId)).id}/scope-mappings/realm`),
  };

  return async (path) => {
    const [part = "", ...keys] = path.split("/");
    const isOfClient = ["serviceAccounts", "clients", "redirects", "signOuts", "scopes"].includes(part);
    const seen = await parts[part]?.(isOfClient ? (keys.shift() ?? "") : "");
    return valueAt(seen, keys);
  };
}

/** Reads the same from the realm file, where it has what it names. */
export function valueInFile(path: string): unknown {
  const [part, ...keys] = path.split("/");
  if (part === "settings") return valueAt(file, keys);
  const [clientId, ...settings] = keys;
  return valueAt(
    file.clients.find((client) => client.clientId === clientId),
    settings,
  );
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((of, key) => (of as Record<string, unknown> | undefined)?.[key], value);
}

function isEditable({ attributes = [], unmanagedAttributePolicy }: Profile, name: string): boolean {
  const declared = attributes.find((attribute) => attribute.name === name);
  if (declared === undefined) return unmanagedAttributePolicy === "ENABLED";
  return declared.permissions?.edit?.includes("user") ?? false;
}

function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name);
}

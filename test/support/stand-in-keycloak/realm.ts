// The realm of the file for operators as a Keycloak shows it, after an operator has entered a mail server.
import file from "#scripts/keycloak/payment-platform-realm.json" with { type: "json" };

const PROFILE = "org.keycloak.userprofile.UserProfileProvider";

export interface Mapper {
  protocolMapper: string;
  config: Record<string, string>;
}

export interface Client {
  id: string;
  clientId: string;
  secret: string;
  enabled?: boolean;
  fullScopeAllowed?: boolean;
  directAccessGrantsEnabled?: boolean;
  rootUrl?: string;
  redirectUris?: string[];
  attributes?: Record<string, string>;
  defaultClientScopes?: string[];
  protocolMappers?: Mapper[];
}

export interface User {
  id: string;
  username: string;
  password: string | null;
  attributes: Record<string, string[]>;
  roles: string[];
}

export type Realm = ReturnType<typeof makeRealm>;

export function makeRealm(publicUrl: string) {
  const { clients, roles, groups, defaultGroups, scopeMappings, users, components, ...settings } =
    structuredClone(file);
  const [profile] = components[PROFILE];
  const known = clients.map(
    (client): Client => ({
      ...JSON.parse(JSON.stringify(client).replaceAll("${" + "PUBLIC_URL}", publicUrl)),
      id: crypto.randomUUID(),
      secret: `secret of ${client.clientId}`,
    }),
  );
  return {
    settings: { ...settings, smtpServer: { host: "mail.shop.test", from: "identity@shop.test" } } as {
      accessTokenLifespan: number;
      bruteForceProtected: boolean;
      permanentLockout: boolean;
      maxFailureWaitSeconds: number;
      minimumQuickLoginWaitSeconds: number;
      revokeRefreshToken: boolean;
      refreshTokenMaxReuse: number;
      passwordPolicy: string;
      registrationAllowed: boolean;
      registrationEmailAsUsername: boolean;
      verifyEmail: boolean;
      smtpServer: Record<string, string>;
    },
    roles: roles.realm.map(({ name }) => name),
    newUsersGroups: defaultGroups,
    groupRoles: groups.flatMap(({ realmRoles }) => realmRoles),
    clients: known,
    /** By client: the roles that its tokens may have. */
    scopes: new Map(scopeMappings.map(({ client, roles: allowed }) => [client, allowed])),
    profile: JSON.parse(profile?.config["kc.user.profile.config"][0] ?? "") as {
      attributes: { name: string; required?: object; permissions: { view: string[]; edit: string[] } }[];
      unmanagedAttributePolicy?: string;
    },
    /** By client: the realm roles and the rights of its service account. */
    serviceAccounts: new Map(
      users.map(({ serviceAccountClientId, realmRoles = [], clientRoles }) => [
        serviceAccountClientId,
        { roles: realmRoles, rights: clientRoles?.["realm-management"] ?? [] },
      ]),
    ),
    users: [] as User[],
    /** An old Keycloak adds nothing to token responses. */
    hasResponseClaims: true,
  };
}

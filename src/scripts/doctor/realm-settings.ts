// The settings of a Keycloak's realm, against those of the file for operators.
import type { AdminCaller } from "../../adapters/keycloak-admin.ts";
import file from "../../deploy/keycloak/payment-platform-realm.json" with { type: "json" };
import { DASHBOARD_CLIENT_ID, REALM, WALLET_CLIENT_ID } from "../../domain/realm.ts";
import { type Check, type Finding, judge, lacking, listed, Unseen } from "./check.ts";
import { type Client, type Mapper, scopeCheck, signInChecks, WALLET_PASSWORDS } from "./realm-clients.ts";

const ADMINISTRATOR_CLIENT_ID = "platform-admin";
/** How long a stranger's guesses may keep somebody from signing in. */
const LOCK_MAX_SECONDS = 900;
/** A longer one than in the file is no fault. */
const PASSWORD_LENGTH_MIN = 12;
const DECISIVE_CLAIMS = ["merchant_id", "wallet_id"];
const ATTRIBUTE_MAPPER = "oidc-usermodel-attribute-mapper";
const REALM_SETTINGS = "In the realm's settings,";

type Settings = Partial<typeof file> & { smtpServer?: Record<string, string> };
interface Profile {
  attributes?: { name: string; required?: object; permissions?: { edit?: string[] } }[];
  unmanagedAttributePolicy?: string;
}

const ROLES: Check<string[]> = {
  name: "realm.roles",
  fault: (found) => lacking("there is no role", found, namesOf(file.roles.realm)),
  fix: "Create it as a realm role: tokens name it, and it says what their bearer may do.",
};

const SETTINGS: Check<Settings>[] = [
  {
    name: "realm.token-life",
    fault: otherThanInFile("accessTokenLifespan"),
    fix: `${REALM_SETTINGS} under Tokens, set the access token lifespan to 5 minutes.`,
  },
  {
    name: "realm.brute-force",
    fault: otherThanInFile("bruteForceProtected"),
    fix: `${REALM_SETTINGS} under Security defenses, turn brute-force detection on: passwords can be guessed.`,
  },
  {
    name: "realm.locks",
    fault: ({
      permanentLockout,
      maxFailureWaitSeconds: longest = 0,
      minimumQuickLoginWaitSeconds: quick = 0,
    }) =>
      permanentLockout || Math.max(longest, quick) > LOCK_MAX_SECONDS
        ? "guesses at a password can lock its user out for longer than 15 minutes"
        : null,
    fix: `${REALM_SETTINGS} under Security defenses, lock users temporarily, for at most 15 minutes: anyone who knows an email address can have it locked.`,
  },
  {
    name: "realm.refresh-tokens",
    fault: (seen) =>
      otherThanInFile("revokeRefreshToken")(seen) ?? otherThanInFile("refreshTokenMaxReuse")(seen),
    fix: `${REALM_SETTINGS} under Tokens, turn "Revoke Refresh Token" on, with a maximum reuse of 0: a copied one stays unnoticed.`,
  },
  {
    name: "realm.password-policy",
    fault: ({ passwordPolicy = "" }) => {
      const [, length = "0"] = /\blength\((\d+)\)/.exec(passwordPolicy) ?? [];
      const isShort = Number(length) < PASSWORD_LENGTH_MIN;
      return isShort ? `passwords may be shorter than ${PASSWORD_LENGTH_MIN}` : null;
    },
    fix: "Under Authentication, Policies, set a minimum length of 12.",
  },
  {
    name: "realm.mail",
    fault: ({ smtpServer: { host, from } = {} }) =>
      host && from ? null : "no mail server is entered, so users cannot set a password",
    fix: `${REALM_SETTINGS} under Email, enter one and send a test mail.`,
  },
  {
    name: "realm.email-as-username",
    fault: otherThanInFile("registrationEmailAsUsername"),
    fix: `${REALM_SETTINGS} under Login, turn "Email as username" on: the service finds users by email.`,
  },
  {
    name: "realm.registration",
    fault: ({ registrationAllowed }) => (registrationAllowed ? null : "customers cannot register"),
    fix: `${REALM_SETTINGS} under Login, turn "User registration" on, unless customers come from elsewhere.`,
    isAdvice: true,
  },
  {
    name: "realm.verified-email",
    fault: ({ registrationAllowed, verifyEmail }) =>
      registrationAllowed && !verifyEmail ? "anyone can register with an address that is not theirs" : null,
    fix: `${REALM_SETTINGS} under Login, turn "Verify email" on: whoever took a merchant's address first would become its user.`,
  },
];

/** The roles that every new user gets, whoever made it. */
const NEW_USERS: Check<string[]>[] = [
  {
    name: "realm.new-users",
    fault: (roles) =>
      listed(
        "whoever registers gets the role",
        roles.filter((role) => role === "admin" || role === "merchant"),
      ),
    fix: "Take it out of the realm's default roles and of its default groups.",
  },
  {
    name: "realm.new-customers",
    fault: (roles) => lacking("whoever registers lacks the role", roles, ["customer"]),
    fix: `${REALM_SETTINGS} under User registration, add a default group with this role, as the file has it.`,
    isAdvice: true,
  },
];

const PROFILE: Check<Profile>[] = [
  {
    name: "realm.profile",
    fault: ({ attributes = [] }) => {
      const faults = ["merchant_id", "wallet_id", "email"].flatMap((name) => {
        const attribute = attributes.find((declared) => declared.name === name);
        if (attribute === undefined) return [`${name} is not declared, so it is dropped`];
        return isEditable({ attributes }, name) ? [`users can change their own ${name}`] : [];
      });
      return faults.length === 0 ? null : faults.join("; ");
    },
    fix: `${REALM_SETTINGS} under User profile, declare both attributes, and let only administrators edit them and the email.`,
  },
  {
    name: "realm.unmanaged-attributes",
    fault: ({ unmanagedAttributePolicy }) =>
      unmanagedAttributePolicy === "ENABLED"
        ? "users can give themselves attributes that are not declared"
        : null,
    fix: `${REALM_SETTINGS} under General, disable unmanaged attributes.`,
  },
  {
    name: "realm.names",
    fault: ({ attributes = [] }) => {
      const names = attributes.filter(({ name, required }) => required && /^(first|last)Name$/.test(name));
      return listed("users without it cannot get a token:", namesOf(names));
    },
    fix: `${REALM_SETTINGS} under User profile, remove the attribute or make it optional.`,
  },
];

/** Nothing that users can write may say whose data they see, whatever the attribute behind the claim is called. */
const CLAIMS: Check<{ profile: Profile; mappers: Mapper[] }> = {
  name: "realm.claims",
  fault: ({ profile, mappers }) => {
    const decisive = mappers.filter(({ config }) => DECISIVE_CLAIMS.includes(config["claim.name"] ?? ""));
    const isSafe = ({ protocolMapper, config }: Mapper) =>
      protocolMapper === ATTRIBUTE_MAPPER && !isEditable(profile, config["user.attribute"] ?? "");
    return listed("users decide themselves on", namesOf(decisive.filter((mapper) => !isSafe(mapper))));
  },
  fix: "Let the mappers of both clients take these claims from the attributes merchant_id and wallet_id, as the file has it.",
};

const ADMINISTRATOR: Check<string[]> = {
  name: "realm.administrator",
  fault: (roles) => lacking(`${ADMINISTRATOR_CLIENT_ID} lacks the role`, roles, ["admin"]),
  fix: "Under the client's Service accounts roles, assign the realm role admin; without such a client, import the realm file.",
};

/** What the client's rights do not reach is a warning. */
export async function checkRealmSettings(
  callAdmin: AdminCaller,
  { publicUrl, hasOwnWallet }: { publicUrl: string; hasOwnWallet: boolean },
): Promise<Finding[]> {
  /** Null for 404. */
  async function get<Body>(path: string): Promise<Body | null> {
    const { status, body } = await callAdmin("GET", path, [200, 400, 403, 404]);
    if (status === 403) throw new Unseen("it cannot be seen with the rights of the service's client");
    return status === 200 ? (body as Body) : null;
  }

  const names = async (path: string) => namesOf((await get<{ name: string }[]>(path)) ?? []);
  const findRole = async ({ name }: { name: string }) =>
    (await get(`/roles/${name}`)) === null ? [] : [name];
  const findRoles = async () => (await Promise.all(file.roles.realm.map(findRole))).flat();

  async function findClient(clientId: string): Promise<Client> {
    const [client] = (await get<Client[]>(`/clients?clientId=${clientId}`)) ?? [];
    if (client === undefined) throw new Error(`there is no client ${clientId}`);
    return client;
  }

  async function findAdministratorRoles(): Promise<string[]> {
    const client = await findClient(ADMINISTRATOR_CLIENT_ID);
    const user = await get<{ id: string }>(`/clients/${client.id}/service-account-user`);
    return user === null ? [] : await names(`/users/${user.id}/role-mappings/realm`);
  }

  async function findScope(clientId: string) {
    const client = await findClient(clientId);
    return { client, roles: await names(`/clients/${client.id}/scope-mappings/realm`) };
  }

  async function findNewUsersRoles(): Promise<string[]> {
    const groups = (await get<{ id: string }[]>("/default-groups")) ?? [];
    const ofGroups = await Promise.all(groups.map(({ id }) => names(`/groups/${id}/role-mappings/realm`)));
    return [...ofGroups.flat(), ...(await names(`/roles/default-roles-${REALM}/composites`))];
  }

  const readProfile = async () => (await get<Profile>("/users/profile")) ?? {};

  async function findMappers() {
    const clients = await Promise.all([DASHBOARD_CLIENT_ID, WALLET_CLIENT_ID].map(findClient));
    return {
      profile: await readProfile(),
      mappers: clients.flatMap(({ protocolMappers = [] }) => protocolMappers),
    };
  }

  const findings = [
    ...(await judge([ROLES], findRoles())),
    ...(await judge(
      SETTINGS,
      get<Settings>("").then((seen) => seen ?? {}),
    )),
    ...(await judge(NEW_USERS, findNewUsersRoles())),
    ...(await judge(PROFILE, readProfile())),
    ...(await judge([CLAIMS], findMappers())),
    ...(await judge([ADMINISTRATOR], findAdministratorRoles())),
    ...(await judge(signInChecks("", publicUrl), findClient(DASHBOARD_CLIENT_ID))),
    ...(await judge([WALLET_PASSWORDS], findClient(WALLET_CLIENT_ID))),
    ...(hasOwnWallet ? await judge(signInChecks("wallet-", publicUrl), findClient(WALLET_CLIENT_ID)) : []),
  ];
  for (const { client, roles } of file.scopeMappings)
    findings.push(...(await judge([scopeCheck(client, roles.join(", "))], findScope(client))));
  return findings;
}

function otherThanInFile(key: keyof Settings & keyof typeof file) {
  return (seen: Settings) => (seen[key] === file[key] ? null : `${key} is ${seen[key]}, not ${file[key]}`);
}

function isEditable({ attributes = [], unmanagedAttributePolicy }: Profile, name: string): boolean {
  const declared = attributes.find((attribute) => attribute.name === name);
  if (declared === undefined) return unmanagedAttributePolicy === "ENABLED";
  return declared.permissions?.edit?.includes("user") ?? false;
}

function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name);
}

// The settings of a Keycloak's realm, against those of the file for operators: where each stands, what it must be, and why.
import type { AdminApi } from "../../core/adapters/keycloak-admin.ts";
import {
  callbackUrl,
  DASHBOARD_CLIENT_ID,
  signedOutUrl,
  WALLET_CLIENT_ID,
} from "../../core/domain/identity-provider/realm.ts";
import file from "../keycloak/payment-platform-realm.json" with { type: "json" };
import { type Check, type Finding, judge, lacking, listed } from "./check.ts";
import { createRealmReader, type RealmReader, valueInFile } from "./realm-reader.ts";

/** What is wrong with a value, behind the name of its setting; null when nothing is. */
type Expected = (seen: unknown, inFile: unknown) => string | null;

interface Setting {
  check: string;
  /** All must be as expected; the first that is not is told. */
  paths: Record<string, Expected>;
  fix: string;
  isAdvice?: true;
  /** It matters only where this is on. */
  onlyWith?: string;
}

const asInFile: Expected = (seen = false, inFile) =>
  seen === inFile ? null : `is ${String(seen) || "empty"}, not ${inFile}`;
const atMost =
  (max: number): Expected =>
  (seen) =>
    Number(seen ?? 0) > max ? `is ${seen}, more than ${max}` : null;
const includes =
  (...wanted: string[]): Expected =>
  (seen) =>
    lacking("lack", (seen ?? []) as string[], wanted);
const hasNone =
  (isUnwanted: (name: string) => boolean = () => true): Expected =>
  (seen) =>
    listed("include", (seen as string[]).filter(isUnwanted));
const alone =
  (wanted: string): Expected =>
  (seen) =>
    String(seen) === wanted ? null : `are ${String(seen) || "none"}, not ${wanted}`;
const both =
  (one: Expected, other: Expected): Expected =>
  (seen, inFile) =>
    one(seen, inFile) ?? other(seen, inFile);
const isEntered: Expected = (seen) => (seen ? null : "is missing");
const isAbsent: Expected = (seen) => (seen ? "is set" : null);
const passwordLength: Expected = (policy) => {
  const [, length = "0"] = /\blength\((\d+)\)/.exec(String(policy)) ?? [];
  // A longer one than in the file is no fault.
  return Number(length) < 12 ? "lets passwords be shorter than 12" : null;
};
const ofAdministrators: Expected = (permissions) => {
  if (permissions === undefined) return "are missing: what is not declared is dropped";
  const { edit = [] } = permissions as { edit?: string[] };
  return edit.includes("user") ? "let users change it themselves" : null;
};

const REALM = "In the realm's settings,";
const CLIENT = "In the client's settings,";
/** How long a stranger's guesses may keep somebody from signing in. */
const LOCK_MAX_SECONDS = 900;

const SETTINGS: Setting[] = [
  {
    check: "realm.roles",
    paths: { roles: includes(...file.roles.realm.map(({ name }) => name)) },
    fix: "Create it as a realm role: tokens name it, and it says what their bearer may do.",
  },
  {
    check: "realm.token-life",
    paths: { "settings/accessTokenLifespan": asInFile },
    fix: `${REALM} under Tokens, set the access token lifespan to 5 minutes: a deactivated client's tokens end that soon.`,
  },
  {
    check: "realm.brute-force",
    paths: { "settings/bruteForceProtected": asInFile },
    fix: `${REALM} under Security defenses, turn brute-force detection on: passwords can be guessed.`,
  },
  {
    check: "realm.locks",
    paths: {
      "settings/permanentLockout": asInFile,
      "settings/maxFailureWaitSeconds": atMost(LOCK_MAX_SECONDS),
      "settings/minimumQuickLoginWaitSeconds": atMost(LOCK_MAX_SECONDS),
    },
    fix: `${REALM} under Security defenses, lock users temporarily, for at most 15 minutes: anyone who knows an email address can have it locked.`,
  },
  {
    check: "realm.refresh-tokens",
    paths: { "settings/revokeRefreshToken": asInFile, "settings/refreshTokenMaxReuse": asInFile },
    fix: `${REALM} under Tokens, turn "Revoke Refresh Token" on, with a maximum reuse of 0: a copied one stays unnoticed.`,
  },
  {
    check: "realm.password-policy",
    paths: { "settings/passwordPolicy": passwordLength },
    fix: "Under Authentication, Policies, set a minimum length of 12.",
  },
  {
    check: "realm.mail",
    paths: { "settings/smtpServer/host": isEntered, "settings/smtpServer/from": isEntered },
    fix: `${REALM} under Email, enter a mail server and send a test mail: without one, users cannot set a password.`,
  },
  {
    check: "realm.email-as-username",
    paths: { "settings/registrationEmailAsUsername": asInFile },
    fix: `${REALM} under Login, turn "Email as username" on: the service finds users by email.`,
  },
  {
    check: "realm.registration",
    paths: { "settings/registrationAllowed": asInFile },
    fix: `${REALM} under Login, turn "User registration" on, unless customers come from elsewhere.`,
    isAdvice: true,
  },
  {
    check: "realm.verified-email",
    paths: { "settings/verifyEmail": asInFile },
    onlyWith: "settings/registrationAllowed",
    fix: `${REALM} under Login, turn "Verify email" on: whoever took a merchant's address first would become its user.`,
  },
  {
    check: "realm.new-users",
    paths: { "roles of new users": hasNone((role) => role === "admin" || role === "merchant") },
    fix: "Take the role out of the realm's default roles and of its default groups: whoever registers gets it.",
  },
  {
    check: "realm.new-customers",
    paths: { "roles of new users": includes("customer") },
    fix: `${REALM} under User registration, add a default group with this role, as the file has it.`,
    isAdvice: true,
  },
  {
    check: "realm.profile",
    paths: {
      "profile/attributes/merchant_id/permissions": ofAdministrators,
      "profile/attributes/wallet_id/permissions": ofAdministrators,
      "profile/attributes/email/permissions": ofAdministrators,
    },
    fix: `${REALM} under User profile, declare both attributes, and let only administrators edit them and the email.`,
  },
  {
    check: "realm.unmanaged-attributes",
    paths: {
      "profile/unmanagedAttributePolicy": (seen) => (seen === "ENABLED" ? "is ENABLED" : null),
    },
    fix: `${REALM} under General, disable unmanaged attributes: users can give themselves any that is not declared.`,
  },
  {
    check: "realm.names",
    paths: {
      "profile/attributes/firstName/required": isAbsent,
      "profile/attributes/lastName/required": isAbsent,
    },
    fix: `${REALM} under User profile, remove the attribute or make it optional: users without it cannot get a token.`,
  },
  {
    check: "realm.claims",
    paths: { "claims that users decide on": hasNone() },
    fix: "Let the mappers of both clients take these claims from the attributes merchant_id and wallet_id, as the file has it.",
  },
  {
    check: "realm.administrator",
    paths: { "serviceAccounts/platform-admin": includes("admin") },
    fix: "Under the client's Service accounts roles, assign the realm role admin; without such a client, import the realm file.",
  },
  {
    check: "realm.wallet-passwords",
    paths: { [`clients/${WALLET_CLIENT_ID}/directAccessGrantsEnabled`]: asInFile },
    fix: `${CLIENT} turn direct access grants off: any app may ask customers for their passwords, and try them.`,
  },
  ...file.scopeMappings.map(({ client, roles }) => ({
    check: client === DASHBOARD_CLIENT_ID ? "realm.dashboard-scope" : "realm.wallet-scope",
    paths: { [`clients/${client}/fullScopeAllowed`]: asInFile, [`scopes/${client}`]: alone(String(roles)) },
    fix: `Under the client's dedicated scope, turn full scope off, and assign the role ${roles} alone: a user may have others.`,
  })),
];

const signInSettings = (clientId: string, name: "" | "wallet-", publicUrl: string): Setting[] => [
  {
    check: `realm.${name}redirect`,
    paths: {
      [`redirects/${clientId}`]: both(
        includes(callbackUrl(publicUrl)),
        hasNone((uri) => uri.includes("*")),
      ),
    },
    fix: `${CLIENT} set the root URL to PUBLIC_URL, and a redirect URI to /session/callback alone: users return there after signing in, and anyone can have a code sent to an address with a *.`,
  },
  {
    check: `realm.${name}sign-out`,
    paths: { [`signOuts/${clientId}`]: includes(signedOutUrl(publicUrl)) },
    fix: `${CLIENT} name this address as a valid post logout redirect URI: users return there after signing out.`,
  },
  {
    check: `realm.${name}sign-in`,
    paths: {
      [`clients/${clientId}/publicClient`]: asInFile,
      [`clients/${clientId}/standardFlowEnabled`]: asInFile,
      [`clients/${clientId}/attributes/pkce.code.challenge.method`]: asInFile,
      [`clients/${clientId}/defaultClientScopes`]: includes("basic", "email"),
    },
    fix: `${CLIENT} turn client authentication off and the standard flow on, choose PKCE with S256, and give it the default scopes basic and email.`,
  },
];

interface RealmUse {
  publicUrl: string;
  hasOwnWallet: boolean;
}

export function realmSettings({ publicUrl, hasOwnWallet }: RealmUse): Setting[] {
  return [
    ...SETTINGS,
    ...signInSettings(DASHBOARD_CLIENT_ID, "", publicUrl),
    ...(hasOwnWallet ? signInSettings(WALLET_CLIENT_ID, "wallet-", publicUrl) : []),
  ];
}

/** What the client's rights do not reach is a warning. */
export async function checkRealmSettings(callAdmin: AdminApi, use: RealmUse): Promise<Finding[]> {
  return await judge(realmSettings(use).map(checkOf), createRealmReader(callAdmin));
}

function checkOf({ check, paths, onlyWith, ...about }: Setting): Check<RealmReader> {
  return {
    name: check,
    ...about,
    fault: async (read) => {
      if (onlyWith !== undefined && !(await read(onlyWith))) return null;
      for (const [path, expected] of Object.entries(paths)) {
        const fault = expected(await read(path), valueInFile(path));
        if (fault !== null) return `${path} ${fault}`;
      }
      return null;
    },
  };
}

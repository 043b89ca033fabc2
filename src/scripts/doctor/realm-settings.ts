// The settings of a Keycloak's realm, as src/deploy/keycloak/payment-platform-realm.json has them.
import { callbackUrl, DASHBOARD_CLIENT_ID, signedOutUrl } from "../../domain/realm.ts";
import type { Check } from "./check.ts";
import type { RealmClient, RealmView } from "./realm-view.ts";
import { listed } from "./wrangler-settings.ts";

const ROLES = ["admin", "merchant", "customer"];
const TOKEN_LIFE_SECONDS = 300;
const PASSWORD_LENGTH_MIN = 12;
export const WALLET_APP_CLIENT_ID = "wallet-app";
const ADMINISTRATOR_CLIENT_ID = "platform-admin";

const SESSION_SETTINGS = "In the realm's settings,";
const CLIENT_SETTINGS = "In the client's settings,";

const REALM: Check<RealmView>[] = [
  {
    name: "realm.roles",
    fault: async (realm) => {
      const found = await Promise.all(ROLES.map((name) => realm.hasRole(name)));
      return listed(
        "there is no role",
        ROLES.filter((_, index) => !found[index]),
      );
    },
    fix: "Create it as a realm role: tokens name it, and it says what their bearer may do.",
  },
  {
    name: "realm.token-life",
    fault: async (realm) => {
      const { accessTokenLifespan: seconds } = await realm.settings();
      return seconds === TOKEN_LIFE_SECONDS ? null : `access tokens last ${seconds} seconds`;
    },
    fix: `${SESSION_SETTINGS} under Tokens, set the access token lifespan to 5 minutes.`,
  },
  {
    name: "realm.brute-force",
    fault: async (realm) =>
      (await realm.settings()).bruteForceProtected ? null : "passwords can be guessed",
    fix: `${SESSION_SETTINGS} under Security defenses, turn brute-force detection on.`,
  },
  {
    name: "realm.password-policy",
    fault: async (realm) => {
      const { passwordPolicy } = await realm.settings();
      const [, length = "0"] = /\blength\((\d+)\)/.exec(passwordPolicy) ?? [];
      return Number(length) >= PASSWORD_LENGTH_MIN
        ? null
        : `passwords may be shorter than ${PASSWORD_LENGTH_MIN}`;
    },
    fix: "Under Authentication, Policies, set a minimum length of 12.",
  },
  {
    name: "realm.mail",
    fault: async (realm) => {
      const { host, from } = (await realm.settings()).smtpServer;
      return host && from ? null : "no mail server is entered, so users cannot set a password";
    },
    fix: `${SESSION_SETTINGS} under Email, enter one and send a test mail.`,
  },
  {
    name: "realm.email-as-username",
    fault: async (realm) =>
      (await realm.settings()).registrationEmailAsUsername ? null : "usernames need not be email addresses",
    fix: `${SESSION_SETTINGS} under Login, turn "Email as username" on: the service finds users by email.`,
  },
  {
    name: "realm.no-self-registration",
    fault: async (realm) =>
      (await realm.settings()).registrationAllowed ? "anyone can become a user" : null,
    fix: `${SESSION_SETTINGS} under Login, turn "User registration" off.`,
    isAdvice: true,
  },
  {
    name: "realm.profile",
    fault: async (realm) => {
      const { attributes } = await realm.profile();
      const fault = (name: string) => {
        const attribute = attributes.find((declared) => declared.name === name);
        if (attribute === undefined) return [`${name} is not declared, so it is dropped`];
        return attribute.permissions.edit.includes("user") ? [`users can change their own ${name}`] : [];
      };
      const faults = [...["merchant_id", "wallet_id"].flatMap(fault), ...editableEmail(attributes)];
      return faults.length === 0 ? null : faults.join("; ");
    },
    fix: `${SESSION_SETTINGS} under User profile, declare both attributes, and let only administrators edit them and the email.`,
  },
  {
    name: "realm.unmanaged-attributes",
    fault: async (realm) =>
      (await realm.profile()).unmanagedAttributePolicy === "ENABLED"
        ? "users can give themselves attributes that are not declared"
        : null,
    fix: `${SESSION_SETTINGS} under General, disable unmanaged attributes.`,
  },
  {
    name: "realm.names",
    fault: async (realm) => {
      const { attributes } = await realm.profile();
      const names = attributes.filter(({ name, required }) => required && /^(first|last)Name$/.test(name));
      return listed(
        "users without it cannot get a token:",
        names.map(({ name }) => name),
      );
    },
    fix: `${SESSION_SETTINGS} under User profile, remove the attribute or make it optional.`,
  },
  {
    name: "realm.administrator",
    fault: async (realm) => {
      const roles = await realm.serviceAccountRoles(await realm.client(ADMINISTRATOR_CLIENT_ID));
      return roles.includes("admin") ? null : `${ADMINISTRATOR_CLIENT_ID} has not the role admin`;
    },
    fix: "Under the client's Service accounts roles, assign the realm role admin; without such a client, import the realm file.",
  },
];

const DASHBOARD: Check<RealmView>[] = [
  {
    name: "realm.redirect",
    fault: async (realm) => {
      const wanted = callbackUrl(realm.address.publicUrl);
      const { rootUrl, redirectUris } = await realm.client(DASHBOARD_CLIENT_ID);
      const absolute = redirectUris.map((uri) => (uri.startsWith("/") ? `${rootUrl ?? ""}${uri}` : uri));
      if (!absolute.includes(wanted)) return `users cannot return to ${wanted} after signing in`;
      return listed(
        "anyone can have a code sent to",
        absolute.filter((uri) => uri.includes("*")),
      );
    },
    fix: `${CLIENT_SETTINGS} set the root URL to PUBLIC_URL, and the one redirect URI to /session/callback.`,
  },
  {
    name: "realm.sign-out",
    fault: async (realm) => {
      const wanted = signedOutUrl(realm.address.publicUrl);
      const { attributes } = await realm.client(DASHBOARD_CLIENT_ID);
      const uris = (attributes["post.logout.redirect.uris"] ?? "").split("##");
      return uris.includes(wanted) ? null : `users cannot return to ${wanted} after signing out`;
    },
    fix: `${CLIENT_SETTINGS} name this address as a valid post logout redirect URI.`,
  },
  {
    name: "realm.sign-in",
    fault: async (realm) => {
      const client = await realm.client(DASHBOARD_CLIENT_ID);
      if (!client.publicClient || !client.standardFlowEnabled)
        return "it is no public client with the standard flow";
      const isPkce = client.attributes["pkce.code.challenge.method"] === "S256";
      if (!isPkce) return "it accepts codes without PKCE";
      return listed(
        "it lacks the scope",
        ["basic", "email"].filter((scope) => !client.defaultClientScopes.includes(scope)),
      );
    },
    fix: `${CLIENT_SETTINGS} turn client authentication off and the standard flow on, choose PKCE with S256, and give it the default scopes basic and email.`,
  },
  scope("realm.dashboard-scope", DASHBOARD_CLIENT_ID, "merchant"),
  scope("realm.wallet-scope", WALLET_APP_CLIENT_ID, "customer"),
];

export const SETTINGS_CHECKS = [...REALM, ...DASHBOARD];

/** Whoever is both a customer and a merchant's user gets only the client's own role in each token. */
function scope(name: string, clientId: string, role: string): Check<RealmView> {
  return {
    name,
    fault: async (realm) => {
      const client: RealmClient = await realm.client(clientId);
      if (client.fullScopeAllowed) return `tokens of ${clientId} have all of a user's roles`;
      const roles = await realm.scopeOf(client);
      return roles.join() === role
        ? null
        : `tokens of ${clientId} may have the roles ${roles.join(", ") || "none"}, not ${role}`;
    },
    fix: `Under the client's dedicated scope, turn full scope off, and assign the role ${role} alone.`,
  };
}

function editableEmail(attributes: { name: string; permissions: { edit: string[] } }[]): string[] {
  const email = attributes.find(({ name }) => name === "email");
  return email?.permissions.edit.includes("user") ? ["users can change their own email"] : [];
}

// The clients of a Keycloak's realm with which people sign in, against those of the file for operators.
import file from "../../deploy/keycloak/payment-platform-realm.json" with { type: "json" };
import { callbackUrl, DASHBOARD_CLIENT_ID, signedOutUrl } from "../../domain/realm.ts";
import { type Check, lacking, listed } from "./check.ts";

const CLIENT_SETTINGS = "In the client's settings,";

export interface Mapper {
  name: string;
  protocolMapper: string;
  config: Record<string, string>;
}

export type Client = Partial<Omit<(typeof file.clients)[number], "protocolMappers">> & {
  id: string;
  protocolMappers?: Mapper[];
};

export const WALLET_PASSWORDS: Check<Client> = {
  name: "realm.wallet-passwords",
  fault: ({ directAccessGrantsEnabled }) =>
    directAccessGrantsEnabled ? "any app may ask customers for their passwords, and try them" : null,
  fix: `${CLIENT_SETTINGS} turn direct access grants off: only the dashboard's client has them.`,
};

export const signInChecks = (client: "" | "wallet-", publicUrl: string): Check<Client>[] => [
  {
    name: `realm.${client}redirect`,
    fault: ({ rootUrl = "", redirectUris = [] }) => {
      const wanted = callbackUrl(publicUrl);
      const absolute = redirectUris.map((uri) => (uri.startsWith("/") ? rootUrl + uri : uri));
      if (!absolute.includes(wanted)) return `users cannot return to ${wanted} after signing in`;
      return listed(
        "anyone can have a code sent to",
        absolute.filter((uri) => uri.includes("*")),
      );
    },
    fix: `${CLIENT_SETTINGS} set the root URL to PUBLIC_URL, and a redirect URI to /session/callback.`,
  },
  {
    name: `realm.${client}sign-out`,
    fault: ({ attributes }) => {
      const uris = attributes?.["post.logout.redirect.uris"]?.split("##") ?? [];
      const wanted = signedOutUrl(publicUrl);
      return uris.includes(wanted) ? null : `users cannot return to ${wanted} after signing out`;
    },
    fix: `${CLIENT_SETTINGS} name this address as a valid post logout redirect URI.`,
  },
  {
    name: `realm.${client}sign-in`,
    fault: ({ publicClient, standardFlowEnabled, attributes, defaultClientScopes = [] }) => {
      if (!publicClient || !standardFlowEnabled) return "it is no public client with the standard flow";
      if (attributes?.["pkce.code.challenge.method"] !== "S256") return "it accepts codes without PKCE";
      return lacking("it lacks the scope", defaultClientScopes, ["basic", "email"]);
    },
    fix: `${CLIENT_SETTINGS} turn client authentication off and the standard flow on, choose PKCE with S256, and give it the default scopes basic and email.`,
  },
];

/** Whoever is both a customer and a merchant's user gets only the client's own role in each token. */
export const scopeCheck = (clientId: string, role: string): Check<{ client: Client; roles: string[] }> => ({
  name: clientId === DASHBOARD_CLIENT_ID ? "realm.dashboard-scope" : "realm.wallet-scope",
  fault: ({ client, roles }) => {
    if (client.fullScopeAllowed) return `tokens of ${clientId} have all of a user's roles`;
    const named = roles.join(", ");
    return named === role ? null : `tokens of ${clientId} may have the roles ${named || "none"}, not ${role}`;
  },
  fix: `Under the client's dedicated scope, turn full scope off, and assign the role ${role} alone.`,
});

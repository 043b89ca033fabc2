// The identity provider: the issuer of its tokens, and the realm at a Keycloak.
import * as z from "zod";
import { type AdminApiOptions, createAdminApi } from "../../core/adapters/keycloak-admin.ts";
import type { Environment } from "../../core/domain/environment.ts";
import { issuerUrl } from "../../core/domain/identity-provider/realm.ts";
import { ask, type ClockReading } from "./ask.ts";
import { type Check, type Finding, judge, lacking, listed, reach, Unseen } from "./check.ts";
import { checkByTrying, tryToken } from "./realm-proof.ts";
import { checkRealmSettings } from "./realm-settings.ts";
import type { Target } from "./target.ts";

const RIGHTS = ["manage-clients", "manage-users", "view-realm"];
const TOO_MUCH = ["realm-admin", "manage-realm", "manage-authorization", "impersonation"];

/** What the service's own client may do at a Keycloak, by the roles in its token. */
const RIGHTS_CHECKS: Check<readonly string[]>[] = [
  {
    name: "realm.rights",
    fault: (rights) => lacking("the service's client lacks", rights, RIGHTS),
    fix: "Under the client's Service accounts roles, assign it from realm-management.",
  },
  {
    name: "realm.least-rights",
    fault: (rights) =>
      listed(
        "the service's client also has",
        TOO_MUCH.filter((right) => rights.includes(right)),
      ),
    fix: "Take it away: the service does not need it, and whoever has the client's secret has it too.",
    isAdvice: true,
  },
];

const SERVICE_CLIENT = {
  name: "realm.service-client",
  fix: "Correct AUTH_ADMIN_CLIENT_ID and AUTH_ADMIN_CLIENT_SECRET: the client's secret is under its Credentials.",
};

const ADMIN_ADDRESS = {
  name: "realm.admin-address",
  fix: "Correct AUTH_ADMIN_URL, at which the service calls the provider, or run the doctor where it can be reached; start Keycloak with --hostname equal to AUTH_URL.",
};

interface Provider {
  environment: Environment;
  authUrl: string;
  publicUrl: string;
  /** Whether customers sign in to the service's own wallet, and not only to an app of the operator. */
  hasOwnWallet: boolean;
  /** Its base URL is the one at which the service itself calls the provider. */
  admin: AdminApiOptions;
}

/**
 * Checks the provider's clock as well, where that was read. The embedded provider has the Worker's clock, and only its issuer is
 * checked.
 */
export async function checkRealm(
  target: Pick<Target, "environment" | "url" | "variables">,
): Promise<{ findings: Finding[]; clock: ClockReading | null }> {
  const { AUTH_URL, AUTH_ADMIN_URL } = target.variables;
  const provider = providerOf(target);
  const issuer = {
    name: "realm.issuer",
    fix: AUTH_URL
      ? "Import the realm, and start Keycloak with --hostname equal to AUTH_URL."
      : "Set PUBLIC_URL to the address under which the service is called.",
  };
  const expected = issuerUrl(provider.authUrl);
  const { finding, seen } = await reach(issuer, () => requireIssuer(provider.authUrl, expected));
  if (!AUTH_URL || seen === null) return { findings: [finding], clock: null };
  const findings = [finding];
  if (AUTH_ADMIN_URL) {
    const admin = await reach(ADMIN_ADDRESS, () => requireIssuer(provider.admin.baseUrl, expected));
    findings.push(admin.finding);
    if (admin.seen === null) return { findings, clock: null };
  }
  const client = await reach(SERVICE_CLIENT, () => readRights(provider.admin));
  findings.push(client.finding);
  if (client.seen !== null) findings.push(...(await checkKeycloak(provider, client.seen.rights)));
  return { findings, clock: client.seen?.clock ?? null };
}

function providerOf({
  environment,
  url,
  variables,
}: Pick<Target, "environment" | "url" | "variables">): Provider {
  const { AUTH_URL, AUTH_ADMIN_URL, PUBLIC_URL } = variables;
  const { AUTH_ADMIN_CLIENT_ID: clientId = "", AUTH_ADMIN_CLIENT_SECRET: clientSecret = "" } = variables;
  const baseUrl = withoutSlash(AUTH_ADMIN_URL || AUTH_URL || url);
  return {
    environment,
    authUrl: withoutSlash(AUTH_URL || url),
    publicUrl: withoutSlash(PUBLIC_URL || url),
    hasOwnWallet: !variables.WALLET_APP_URL,
    admin: { fetch, baseUrl, admin: { clientId, clientSecret } },
  };
}

async function checkKeycloak(provider: Provider, rights: readonly string[]): Promise<Finding[]> {
  const { environment, authUrl, admin } = provider;
  const findings = [
    ...(await judge(RIGHTS_CHECKS, rights)),
    ...(await checkRealmSettings(createAdminApi(admin), provider)),
  ];
  const isAllowed = RIGHTS.every((right) => rights.includes(right));
  return isAllowed
    ? [...findings, ...(await checkByTrying({ ...admin, environment }, issuerUrl(authUrl)))]
    : findings;
}

/** Throws unless the tokens of the provider at this address name the issuer that the service expects. */
async function requireIssuer(address: string, expected: string): Promise<true> {
  const realm = issuerUrl(address);
  const { status, body } = await ask(`${realm}/.well-known/openid-configuration`);
  if (status !== 200) throw new Error(`there is no realm at ${realm} (${status})`);
  const issuer = z.object({ issuer: z.string() }).safeParse(body).data?.issuer;
  if (issuer !== expected)
    throw new Error(`tokens name the issuer ${issuer}, and the service expects ${expected}`);
  return true;
}

const rightsSchema = z.object({ "realm-management": z.object({ roles: z.array(z.string()) }) });

/** Throws Unseen without the service's client. */
async function readRights({ baseUrl, admin }: AdminApiOptions) {
  const { clientId: client_id, clientSecret: client_secret } = admin;
  if (client_id === "" || client_secret === "")
    throw new Unseen("without AUTH_ADMIN_CLIENT_ID and AUTH_ADMIN_CLIENT_SECRET the realm cannot be seen");
  const form = { grant_type: "client_credentials", client_id, client_secret };
  const tried = await tryToken(issuerUrl(baseUrl), form);
  if ("refusal" in tried) throw new Error(`there is no token for ${client_id}: ${tried.refusal}`);
  const named = rightsSchema.safeParse(tried.claims.resource_access).data?.["realm-management"].roles;
  return { rights: named ?? [], clock: tried.clock };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

// The environment variables, read and checked once. A part reads its own in its config.ts.
import type { Environment } from "./domain/environment.ts";
import { type CellEntry, SLOT_DIGITS } from "./domain/shards/cells.ts";
import { type DataLocation, readDataLocation } from "./lib/data-location.ts";
import { isLoopback } from "./lib/loopback.ts";
import {
  ConfigError,
  readChoice,
  readLedgerTokens,
  readList,
  readSigningSecrets,
  readToken,
  readUrl,
  required,
} from "./lib/variables.ts";

export { ConfigError };

declare global {
  interface Env {
    /** The ledger's Worker, where wrangler.toml binds it instead of naming a LEDGER_URL. */
    LEDGER?: Fetcher;
  }
  /** What parts read from the environment. */
  interface PartConfig {}
}

/** main/guide/variables.ts says what each variable is for. */
export interface Config extends CoreConfig, PartConfig {}

interface CoreConfig {
  environment: Environment;
  /** It has no trailing slash. */
  publicUrl: string;
  /** The first encrypts, all decrypt. */
  masterKeys: readonly string[];
  idempotencyKeySecret: string;
  walletIdSecret: string;
  /**
   * `admin` is the platform administrator at the embedded provider, and the service's own client at another. The service
   * creates clients and users at `adminUrl`; everyone else knows the provider by `url`.
   */
  identityProvider: { url: string; adminUrl: string; admin: ClientCredentials };
  ledger: {
    kind: "contract" | "formance";
    /** Whether it is the sandbox's own. */
    isEmbedded: boolean;
    url: string;
    /** The first is sent, the others when it is refused. */
    tokens: readonly string[];
    /** An event may be signed under any of them. */
    eventsSecrets: readonly string[];
  };
  webhooks: {
    allowPrivate: boolean;
    /** Hosts of the service and of its dependencies; webhooks are never sent there. */
    ownHosts: readonly string[];
    /** The sandbox's own endpoint for webhooks; null in live. */
    inboxUrl: string | null;
    /** It is null when host names are not looked up. */
    dohUrl: string | null;
  };
  hasRateLimits: boolean;
  cells: readonly CellEntry[];
  dataLocation: DataLocation;
  acceptsWalletIds: boolean;
  /** Each secret signs. Null when bus events stay on the queue. */
  walletEvents: { url: string; secrets: readonly string[] } | null;
  /** Codes on the service's own screens are links to the checkout page, which any phone's camera opens. */
  drawsLinks: boolean;
  /** It is null when customers pay with the service's own wallet. */
  walletAppUrl: string | null;
  /** It is null when nobody is told. */
  operatorAlertUrl: string | null;
  /** It is null when `npm run places` cannot be used. */
  placesToken: string | null;
}

const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;
/** 32 random bytes have about 30 different values; fewer than 16 never occur. */
const DISTINCT_BYTES_MIN = 16;

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** Main's `readConfig` adds what parts read. Throws ConfigError with the variable's name, never its value. */
export function readCoreConfig(env: Env): CoreConfig {
  const environment = readEnvironment(env);
  const publicUrl = readUrl("PUBLIC_URL", env.PUBLIC_URL);
  const authUrl = readAuthUrl(env, environment);
  const ledgerUrl = readLedgerUrl(env, environment);
  const walletEvents = readWalletEvents(env);
  const identityProvider = readIdentityProvider(env, authUrl, publicUrl);
  const ownUrls = [publicUrl, authUrl, identityProvider.adminUrl, ledgerUrl, walletEvents?.url ?? null];
  if (environment === "live") assertSafe(env, publicUrl);
  return {
    environment,
    publicUrl,
    masterKeys: readMasterKeys(env),
    idempotencyKeySecret: readLastingSecret("IDEMPOTENCY_KEY_SECRET", env),
    walletIdSecret: readLastingSecret("WALLET_ID_SECRET", env),
    identityProvider,
    ledger: {
      kind: readLedgerKind(env, ledgerUrl),
      isEmbedded: ledgerUrl === null && env.LEDGER === undefined,
      url: ledgerUrl ?? "http://ledger.embedded",
      tokens: readLedgerTokens(env.LEDGER_TOKEN),
      eventsSecrets: readSigningSecrets("LEDGER_EVENTS_SECRET", env.LEDGER_EVENTS_SECRET),
    },
    webhooks: {
      ...readWebhooks(env, ownUrls),
      inboxUrl: environment === "sandbox" ? inboxUrlOf(publicUrl) : null,
    },
    hasRateLimits: readChoice(env, "RATE_LIMITS", ["on", "off"], "on") === "on",
    cells: readCells(env),
    dataLocation: readDataLocation(env),
    acceptsWalletIds: readChoice(env, "SCAN_TOKENS", ["any", "rotating"], "any") === "any",
    drawsLinks: readCodes(env) === "link",
    placesToken: readToken("PLACES_TOKEN", env.PLACES_TOKEN),
    walletEvents,
    walletAppUrl: readWalletAppUrl(env),
    operatorAlertUrl: readOperatorAlertUrl(env, publicUrl),
  };
}

function readEnvironment(env: Env): Config["environment"] {
  if (env.ENVIRONMENT === "sandbox" || env.ENVIRONMENT === "live") return env.ENVIRONMENT;
  throw new ConfigError("ENVIRONMENT", "must be sandbox or live");
}

const URL_VARIABLES = [
  "PUBLIC_URL",
  "AUTH_URL",
  "AUTH_ADMIN_URL",
  "LEDGER_URL",
  "WALLET_EVENTS_URL",
  "WALLET_APP_URL",
  "DOH_URL",
] as const;

/** Live refuses what only development may relax. A rehearsal on loopback may relax all but http to other machines. */
function assertSafe(env: Env, publicUrl: string): void {
  for (const name of URL_VARIABLES) {
    const url = env[name] ?? "";
    if (/^http:/i.test(url) && !(isLoopback(publicUrl) && isLoopback(url)))
      throw new ConfigError(name, "must be an https URL in live");
  }
  if (isLoopback(publicUrl)) return;
  if (!env.DOH_URL) throw new ConfigError("DOH_URL", "is required in live");
  if (env.WEBHOOK_ALLOW_PRIVATE === "true")
    throw new ConfigError("WEBHOOK_ALLOW_PRIVATE", "must be false in live");
  if (env.RATE_LIMITS === "off") throw new ConfigError("RATE_LIMITS", "must be on in live");
}

/** A null `authUrl` stands for the embedded provider. */
function readIdentityProvider(env: Env, authUrl: string | null, publicUrl: string) {
  const url = authUrl ?? publicUrl;
  const adminUrl = env.AUTH_ADMIN_URL ? readUrl("AUTH_ADMIN_URL", env.AUTH_ADMIN_URL) : url;
  if (authUrl === null && env.AUTH_ADMIN_URL) throw new ConfigError("AUTH_ADMIN_URL", "needs an AUTH_URL");
  return { url, adminUrl, admin: readClient(env, authUrl === null ? "ADMIN" : "AUTH_ADMIN") };
}

function readLedgerKind(env: Env, ledgerUrl: string | null): Config["ledger"]["kind"] {
  const kind = readChoice(env, "LEDGER_KIND", ["contract", "formance"], "contract");
  if (kind === "formance" && !/\/v2\/[^/?#]+$/.test(ledgerUrl ?? ""))
    throw new ConfigError("LEDGER_URL", "must end in /v2/ and the name of Formance's ledger");
  return kind;
}

function readClient(env: Env, name: "ADMIN" | "AUTH_ADMIN"): ClientCredentials {
  const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
  return { clientId: required(id, env[id]), clientSecret: required(secret, env[secret]) };
}

function readWalletEvents(env: Env): Config["walletEvents"] {
  if (!env.WALLET_EVENTS_URL) return null;
  return {
    url: readUrl("WALLET_EVENTS_URL", env.WALLET_EVENTS_URL),
    secrets: readSigningSecrets("WALLET_EVENTS_SECRET", env.WALLET_EVENTS_SECRET),
  };
}

/** Customers' phones open it, so http is only for a wallet on one's own machine. A path's trailing slash is kept. */
function readWalletAppUrl({ WALLET_APP_URL: value }: Env): string | null {
  if (!value) return null;
  if (readUrl("WALLET_APP_URL", value).startsWith("http:") && !isLoopback(value))
    throw new ConfigError("WALLET_APP_URL", "must be an https URL");
  return new URL(value).href;
}

/** A wallet app of one's own may know nothing but what `qr_data` says. */
export function readCodes(env: Pick<Env, "CODES" | "WALLET_APP_URL">): "link" | "json" {
  return readChoice(env, "CODES", ["link", "json"], env.WALLET_APP_URL ? "json" : "link");
}

/** Its text and where it leads are checked before each alert, like a webhook address. */
function readOperatorAlertUrl({ OPERATOR_ALERT_URL: value }: Env, publicUrl: string): string | null {
  if (!value) return null;
  const url = readUrl("OPERATOR_ALERT_URL", value);
  if (!isLoopback(publicUrl) && !url.startsWith("https:"))
    throw new ConfigError("OPERATOR_ALERT_URL", "must be an https URL");
  return url;
}

/** The webhook address at which a merchant of the sandbox needs no endpoint. */
export function inboxUrlOf(publicUrl: string): string {
  return `${publicUrl}/sandbox/v1/inbox`;
}

function readWebhooks(env: Env, ownUrls: (string | null)[]): Omit<Config["webhooks"], "inboxUrl"> {
  const allowPrivate = readChoice(env, "WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true";
  const dohUrl = env.DOH_URL ? readUrl("DOH_URL", env.DOH_URL) : null;
  return {
    allowPrivate,
    ownHosts: [...new Set(ownUrls)].flatMap((url) =>
      url === null ? [] : [new URL(url).hostname.replace(/\.$/, "")],
    ),
    // Where private addresses are allowed there is nothing to check.
    dohUrl: allowPrivate ? null : dohUrl,
  };
}

/** Null stands for the embedded ledger, and for one that is bound. */
function readLedgerUrl(
  { LEDGER, LEDGER_URL: value }: Env,
  environment: Config["environment"],
): string | null {
  if (value && LEDGER !== undefined)
    throw new ConfigError("LEDGER_URL", "and the binding LEDGER are both set: keep one");
  if (value) return readUrl("LEDGER_URL", value);
  if (environment === "sandbox" || LEDGER !== undefined) return null;
  throw new ConfigError("LEDGER_URL", "is required in live, or the binding LEDGER");
}

/** Null stands for the embedded provider, which only a sandbox may use. */
function readAuthUrl({ AUTH_URL: value }: Env, environment: Config["environment"]): string | null {
  if (value) return readUrl("AUTH_URL", value);
  if (environment === "live") throw new ConfigError("AUTH_URL", "is required in live");
  return null;
}

function readMasterKeys({ MASTER_KEY }: Env): string[] {
  return readList("MASTER_KEY", MASTER_KEY, BASE64_OF_32_BYTES, "must be 32 bytes in base64");
}

function readLastingSecret(name: "IDEMPOTENCY_KEY_SECRET" | "WALLET_ID_SECRET", env: Env): string {
  const secret = required(name, env[name]);
  if (!BASE64_OF_32_BYTES.test(secret))
    throw new ConfigError(name, "must be 32 bytes in base64, and only one key");
  if (new Set(Uint8Array.fromBase64(secret)).size < DISTINCT_BYTES_MIN)
    throw new ConfigError(name, "must be random");
  // Otherwise, deleting an old master key would delete this secret as well.
  if (readMasterKeys(env).includes(secret)) throw new ConfigError(name, "must differ from MASTER_KEY");
  return secret;
}

const CELLS_FORMAT = "must be like 3@2026-12-01T00:00:00Z,7@2026-12-05T00:00:00Z/0a1b2, or empty";
const CELL_SETTING = /^([1-8])(?:@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?(?:\/([0-9a-f]{5}))?$/;

/**
 * `3@2026-12-01T00:00:00Z,7@…/0a1b2`, in order of time; the first has no time when there was nothing before it. What ends in a
 * slot spreads the merchants that have it, which need a cell before.
 */
function readCells({ CELLS: value }: Env): CellEntry[] {
  if (!value) return [];
  const cells = value.split(",").map((text) => {
    const [, digits, since, slot] = CELL_SETTING.exec(text) ?? [];
    return { text, digits: Number(digits), since: since === undefined ? 0 : Date.parse(since), slot };
  });
  const isValid = cells.every(({ digits, since, slot }, at) => {
    const before = cells.slice(0, at);
    const fewest = slot === undefined ? 1 : SLOT_DIGITS + 1;
    const digitsBefore = before.findLast((each) => each.slot === slot)?.digits ?? fewest - 1;
    const isAllowed = slot === undefined ? digits <= SLOT_DIGITS : before.length > 0;
    return isAllowed && digits > digitsBefore && since > (before.at(-1)?.since ?? -1);
  });
  if (!isValid) throw new ConfigError("CELLS", CELLS_FORMAT);
  return cells;
}

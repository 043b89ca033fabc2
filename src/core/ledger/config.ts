// The variables of the ledger's Worker, read and checked once; nothing else reads them.

import { currencyFault } from "#core/domain/money.ts";
import { isLoopback } from "#core/lib/loopback.ts";
import {
  ConfigError,
  readChoice,
  readLedgerTokens,
  readSigningSecrets,
  readToken,
  readUrl,
} from "#core/lib/variables.ts";

/** What wrangler.ledger.toml declares, and the secrets. */
export interface LedgerEnv {
  DB: D1Database;
  LIMIT_REQUESTS: RateLimit;
  LEDGER_TOKEN?: string;
  LEDGER_EVENTS_SECRET?: string;
  METRICS_TOKEN?: string;
  REPORT_URL?: string;
  SETTLES_REFUNDS?: string;
  WALLET_CURRENCY?: string;
}

export interface LedgerConfig {
  /** All are accepted. */
  tokens: readonly string[];
  /** Where settlements are reported, signed under each secret; null where nothing is. */
  reports: { url: string; secrets: readonly string[] } | null;
  settlesAtOnce: boolean;
  /** Wallets that customers get hold this one alone. */
  walletCurrency: string;
  /** None when nobody may read the metrics. */
  metricsTokens: readonly string[];
}

/** Throws ConfigError: without them, every request would fail with nothing said. */
export function requireBindings(env: Partial<LedgerEnv>): void {
  for (const name of ["DB", "LIMIT_REQUESTS"] as const)
    if (!env[name]) throw new ConfigError(name, "is not bound");
}

/** Throws ConfigError with the variable's name, never its value. */
export function readLedgerConfig(env: LedgerEnv): LedgerConfig {
  const settlesAtOnce = readChoice(env, "SETTLES_REFUNDS", ["at_once", "later"], "at_once") === "at_once";
  const secrets = readSigningSecrets("LEDGER_EVENTS_SECRET", env.LEDGER_EVENTS_SECRET);
  if (!env.REPORT_URL && !settlesAtOnce)
    throw new ConfigError("REPORT_URL", "is required where SETTLES_REFUNDS is later");
  const metricsToken = readToken("METRICS_TOKEN", env.METRICS_TOKEN);
  const walletCurrency = env.WALLET_CURRENCY || "USD";
  const fault = currencyFault(walletCurrency);
  if (fault !== null) throw new ConfigError("WALLET_CURRENCY", fault);
  return {
    tokens: readLedgerTokens(env.LEDGER_TOKEN),
    reports: env.REPORT_URL ? { url: readReportUrl(env.REPORT_URL), secrets } : null,
    settlesAtOnce,
    walletCurrency,
    metricsTokens: metricsToken === null ? [] : [metricsToken],
  };
}

function readReportUrl(value: string): string {
  const url = readUrl("REPORT_URL", value);
  if (!url.startsWith("https:") && !isLoopback(url))
    throw new ConfigError("REPORT_URL", "must be an https URL");
  return url;
}

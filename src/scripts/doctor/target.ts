// What the doctor is asked to look at, and what is known here about it.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  unstable_getVarsForDev as getVarsForDev,
  unstable_readConfig as readWranglerConfig,
  type Unstable_Config as WranglerConfig,
} from "wrangler";
import { currencyExponent } from "../../core/domain/money.ts";
import { VARIABLE_NAMES } from "../../main/guide/variables.ts";
import { type Environment, VARIABLE_FILES } from "../prepare.ts";
import { runningServiceUrl } from "../running-service.ts";
import type { Rehearsal } from "./rehearsal.ts";

export type Variables = Record<string, string>;

export interface Target {
  environment: Environment;
  /** The service's address, without a trailing slash. */
  url: string;
  variables: Variables;
  /** Whether these are all: of a deployed address, only the Worker has the secrets. */
  isComplete: boolean;
  wrangler: WranglerConfig;
}

/**
 * Without an address: the local service of this environment. Variables of `env` win, but for ENVIRONMENT, which shells
 * use for other things. Throws UsageError.
 */
export function readTarget(
  environment: Environment,
  address: string | null,
  env: Record<string, string | undefined>,
): Target {
  const name = environment === "live" ? "live" : undefined;
  const wrangler = readWranglerConfig({ config: "wrangler.toml", ...(name && { env: name }) });
  const named = Object.fromEntries(
    VARIABLE_NAMES.flatMap((variable) => {
      const value = env[variable];
      return value === undefined || variable === "ENVIRONMENT" ? [] : [[variable, value]];
    }),
  );
  const common = { environment, wrangler };
  if (address !== null) {
    const variables = { ...(wrangler.vars as Variables), ...named };
    return { ...common, url: address, variables, isComplete: false };
  }
  const file = VARIABLE_FILES[environment];
  if (!existsSync(file))
    throw new UsageError(
      `There is no ${file}. \`npm start\` makes .dev.vars; .dev.vars.example names what belongs into .dev.vars.live.`,
    );
  const { userConfigPath, vars, secrets } = wrangler;
  const bindings = getVarsForDev(userConfigPath, undefined, vars, name, true, secrets);
  const stored = Object.entries(bindings).map(([variable, { value }]) => [variable, String(value)]);
  const variables: Variables = { ...Object.fromEntries(stored), ...named };
  if (environment === "sandbox") variables.PUBLIC_URL = runningServiceUrl();
  return { ...common, url: (variables.PUBLIC_URL ?? "").replace(/\/+$/, ""), variables, isComplete: true };
}

export const USAGE = `npm run doctor -- [options]

Checks the local service, with the variables of wrangler.toml and .dev.vars.

--env live          the live environment, with .dev.vars.live
--url URL           a deployed address; the environment variables ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET are an
                    administrator's client. With AUTH_ADMIN_CLIENT_ID and AUTH_ADMIN_CLIENT_SECRET the realm is
                    checked as well, and with LEDGER_TOKEN the ledger
--rehearse ACCOUNT  one payment from this account of the ledger, of the smallest amount, and its refund
--currency CODE     of the rehearsal; USD`;

/** What was asked for makes no sense: exit status 2. */
export class UsageError extends Error {}

export interface Arguments {
  environment: Environment;
  /** Null stands for the local service. */
  url: string | null;
  /** With null, no money moves. */
  rehearsal: Rehearsal | null;
}

export function readArguments(args: string[]): Arguments {
  const { env = "sandbox", url, rehearse, currency = "USD" } = parse(args);
  if (env !== "sandbox" && env !== "live") throw wrong("--env must be sandbox or live.");
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw wrong("--url must be an http(s) URL.");
  if (currencyExponent(currency) === null) throw wrong("--currency must be a code of ISO 4217, such as USD.");
  return {
    environment: env,
    url: url === undefined ? null : url.replace(/\/+$/, ""),
    rehearsal: rehearse === undefined ? null : { account: rehearse, currency },
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { env: text, url: text, rehearse: text, currency: text } }).values;
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : "");
  }
}

function wrong(what: string): UsageError {
  return new UsageError(`${what}\n\n${USAGE}`);
}

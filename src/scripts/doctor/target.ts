// What the doctor looks at, and what is known here about it.
import { existsSync } from "node:fs";
import {
  unstable_getVarsForDev as getVarsForDev,
  unstable_readConfig as readWranglerConfig,
  type Unstable_Config as WranglerConfig,
} from "wrangler";
import { VARIABLE_NAMES } from "../../guide/variables.ts";
import { type Environment, VARIABLE_FILES } from "../prepare.ts";
import { runningServiceUrl } from "../running-service.ts";
import { UsageError } from "./arguments.ts";

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

// Each variable: whether the service would start with it, and what live should have besides.
import { ConfigError, readConfig } from "../../config.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { newWebhookSecret } from "../../webhooks/sign.ts";
import type { Environment } from "../prepare.ts";
import { makePushKeys } from "../secrets.ts";
import { exampleAddresses, isLedgerBound, startedWith } from "../wrangler-facts.ts";
import { type Check, type Finding, judge } from "./check.ts";
import type { Target, Variables } from "./target.ts";

/** What would be accepted in place of a variable with a fault, so that the others can be read as well. */
const STAND_INS: Record<string, () => string> = {
  MASTER_KEY: randomKey,
  IDEMPOTENCY_KEY_SECRET: randomKey,
  WALLET_ID_SECRET: randomKey,
  LEDGER_EVENTS_SECRET: newWebhookSecret,
  WALLET_EVENTS_SECRET: newWebhookSecret,
  METRICS_TOKEN: () => "",
  PLACES_TOKEN: () => "",
  ...Object.fromEntries(
    Object.entries(makePushKeys("mailto:stand-in@example.com")).map(([name, key]) => [name, () => key]),
  ),
  AUTH_ADMIN_URL: () => "",
  LEDGER_KIND: () => "contract",
  RATE_LIMITS: () => "on",
  ADJUSTMENT_LIMITS: () => "",
  SCAN_TOKENS: () => "any",
  STORAGE_FORMAT: () => "2",
  WEBHOOK_ALLOW_PRIVATE: () => "false",
};

/** For a live service that is not on one's own machine. */
const ADVICE: Check<Variables>[] = [
  {
    name: "variable.OPERATOR_ALERT_URL",
    fault: ({ OPERATOR_ALERT_URL }) => (OPERATOR_ALERT_URL ? null : "nobody is told when webhooks fail"),
    fix: "Set it to an address that mails or pages you.",
    isAdvice: true,
  },
  {
    name: "variable.METRICS_TOKEN",
    fault: ({ METRICS_TOKEN }) => (METRICS_TOKEN ? null : "no monitoring system can read GET /metrics"),
    fix: "Set it, and let a Prometheus scrape the metrics.",
    isAdvice: true,
  },
  {
    name: "variable.STORAGE_FORMAT",
    fault: ({ STORAGE_FORMAT }) => (STORAGE_FORMAT === "1" ? "format 1 archives nothing" : null),
    fix: "Set it to 2 once you will not roll back to the release that reads only format 1.",
    isAdvice: true,
  },
];

/** `names`: those whose values are known here. */
export async function checkVariables(
  { environment, variables, wrangler }: Pick<Target, "environment" | "variables" | "wrangler">,
  names: readonly string[],
): Promise<Finding[]> {
  const faults = variableFaults(variables, environment, wrangler);
  if (environment === "live") addExamples(faults, variables);
  if ((variables.ENVIRONMENT ?? "") !== environment)
    faults.set(
      "ENVIRONMENT",
      `is ${variables.ENVIRONMENT ? variables.ENVIRONMENT : "missing"}, not ${environment}`,
    );
  const checks = names
    .filter((name) => variables[name] || faults.has(name))
    .map((name): Check<Variables> => {
      const fault = faults.get(name);
      const what = fault === undefined ? null : `it ${fault}`;
      return { name: `variable.${name}`, fault: () => what, fix: `Correct it: ${whereToSet(name)}.` };
    });
  const isReal = environment === "live" && !isOfThisMachine(variables.PUBLIC_URL);
  const advice = isReal ? ADVICE.filter(({ name }) => names.includes(name.replace("variable.", ""))) : [];
  const advised = await judge(advice, variables);
  return [...(await judge(checks, variables)), ...advised.filter(({ result }) => result !== "ok")];
}

/** By variable, in words such as "is missing"; never a value. */
function variableFaults(
  variables: Variables,
  environment: Environment,
  wrangler: Target["wrangler"],
): Map<string, string> {
  const faults = new Map<string, string>();
  const tried = { ...variables };
  for (;;) {
    try {
      readConfig(startedWith(wrangler, tried));
      return faults;
    } catch (error) {
      if (!(error instanceof ConfigError) || faults.has(error.variable)) throw error;
      faults.set(error.variable, error.fault);
      const isBound = error.variable === "LEDGER_URL" && isLedgerBound(wrangler);
      if (error.variable === "ENVIRONMENT") tried.ENVIRONMENT = environment;
      else tried[error.variable] = isBound ? "" : standInFor(error.variable);
    }
  }
}

function standInFor(name: string): string {
  return (STAND_INS[name] ?? (() => (name.endsWith("_URL") ? "https://stand-in.invalid" : "stand-in")))();
}

/** What wrangler.toml has before anyone has edited it. */
function addExamples(faults: Map<string, string>, variables: Variables): void {
  for (const name of exampleAddresses(variables)) {
    if (!faults.has(name)) faults.set(name, "is still the example");
  }
}

/** True as well for what is no address. */
export function isOfThisMachine(url = ""): boolean {
  return !URL.canParse(url) || isLoopback(url);
}

function whereToSet(name: string): string {
  return `\`.github/OPERATING.md\`, "Variables", says what ${name} is`;
}

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

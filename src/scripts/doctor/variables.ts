// Each variable: whether the service would start with it, and what live should have besides.

import { ConfigError } from "../../core/config.ts";
import { isLoopback } from "../../core/lib/loopback.ts";
import { SECRET_NAMES, VARIABLE_NAMES, VARIABLES, type VariableName } from "../../main/guide/variables.ts";
import { readConfig } from "../../main/read-config.ts";
import type { Environment } from "../prepare.ts";
import { makePushKeys, makeSecret } from "../secrets.ts";
import { meaningOf } from "../variable-texts.ts";
import { exampleAddresses, isLedgerBound, startedWith } from "../wrangler-facts.ts";
import { type Check, type Finding, judge } from "./check.ts";
import type { Target, Variables } from "./target.ts";

/** It is for a live service that is not on one's own machine. */
const ADVICE = VARIABLE_NAMES.flatMap((name): Check<Variables>[] => {
  const { unset } = VARIABLES[name];
  if (unset === undefined) return [];
  const fault = (variables: Variables) => (variables[name] ? null : unset.fault);
  return [{ name: `variable.${name}`, fault, fix: unset.fix, isAdvice: true }];
});

/** `names`: those whose values are known here. */
export async function checkVariables(
  { environment, variables, wrangler }: Pick<Target, "environment" | "variables" | "wrangler">,
  names: readonly VariableName[],
): Promise<Finding[]> {
  const faults = variableFaults(variables, environment, wrangler);
  if (environment === "live")
    for (const name of exampleAddresses(variables))
      if (!faults.has(name)) faults.set(name, "is still the example");
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
      return { name: `variable.${name}`, fault: () => what, fix: `Correct it: ${meaningOf(name)}.` };
    });
  const isReal = environment === "live" && !isOfThisMachine(variables.PUBLIC_URL);
  const advice = isReal
    ? ADVICE.filter((advice) => names.some((name) => advice.name === `variable.${name}`))
    : [];
  const advised = await judge(advice, variables);
  return [...(await judge(checks, variables)), ...advised.filter(({ result }) => result !== "ok")];
}

/** Their keys are variables, with words such as "is missing"; never a value. */
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
      else tried[error.variable] = isBound ? "" : standInFor(error.variable as VariableName);
    }
  }
}

/** What would be accepted in place of a variable with a fault, so that the others can be read as well. */
function standInFor(name: VariableName): string {
  const pushKeys = makePushKeys("mailto:stand-in@example.com");
  if (name in pushKeys) return pushKeys[name] ?? "";
  // Without AUTH_URL there may be none, and Formance's ledger is at such a path.
  if (name.endsWith("_URL")) return name === "AUTH_ADMIN_URL" ? "" : "https://stand-in.invalid/v2/stand-in";
  // What is empty has its default.
  return SECRET_NAMES.includes(name) ? makeSecret(name) : "";
}

/** Returns true for what is no address, too. */
export function isOfThisMachine(url = ""): boolean {
  return !URL.canParse(url) || isLoopback(url);
}

// What a Worker was deployed with: names, never values.

export interface DeployedNames {
  /** Only variables that have a value are listed. */
  variables: string[];
  bindings: string[];
}

interface AppliedMigrations {
  applied: number;
  /** This release's, in the order in which they are to be applied. */
  missing: string[];
  /** Applied, but not this release's: a later one's after a rollback, or another database's. */
  unknown: string[];
}

export interface Deployment extends DeployedNames {
  environment: "sandbox" | "live";
  /** Epoch milliseconds. */
  now: number;
  migrations: AppliedMigrations;
  /** Whether the Worker can look up a host name before it sends a webhook there; `off` where it does not look up any. */
  webhookLookups: "ok" | "failed" | "off";
  /** Why home does not accept CELLS or JURISDICTION; null when it does. */
  settingsFault: string | null;
}

/** Takes the Worker's environment. */
export function deployedNames(env: object): DeployedNames {
  const names = (isKept: (value: unknown) => boolean) =>
    Object.entries(env)
      .filter(([, value]) => isKept(value))
      .map(([name]) => name)
      .sort();
  return {
    variables: names((value) => typeof value === "string" && value !== ""),
    bindings: names((value) => typeof value === "object" && value !== null),
  };
}

export function compareMigrations(
  expected: readonly string[],
  applied: readonly string[],
): AppliedMigrations {
  return {
    applied: applied.length,
    missing: expected.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !expected.includes(name)),
  };
}

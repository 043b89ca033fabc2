export interface Check<Seen> {
  /** `subject.fact`. */
  name: string;
  /** What is wrong; null when nothing is. What it throws is a fault as well, but for Unseen. */
  fault(seen: Seen): string | null | Promise<string | null>;
  fix: string;
  /** The service takes payments without it. */
  isAdvice?: true;
}

export interface Finding {
  name: string;
  result: "ok" | "warn" | "FAIL";
  fault: string | null;
  fix: string | null;
}

/** It cannot be told from here. */
export class Unseen extends Error {}

/** One after another. When `seen` cannot be had, that is what each check finds. */
export async function judge<Seen>(
  checks: readonly Check<Seen>[],
  seen: Seen | Promise<Seen>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await findingOf(check, seen));
  return findings;
}

/** Sees what other checks need; `seen` is null when it throws. */
export async function reach<Seen>(
  about: Pick<Check<null>, "name" | "fix">,
  see: () => Promise<Seen>,
): Promise<{ finding: Finding; seen: Seen | null }> {
  try {
    const seen = await see();
    return { finding: ok(about.name), seen };
  } catch (error) {
    return { finding: findingFrom(about, error), seen: null };
  }
}

async function findingOf<Seen>(check: Check<Seen>, seen: Seen | Promise<Seen>): Promise<Finding> {
  try {
    const fault = await check.fault(await seen);
    return fault === null ? ok(check.name) : findingFrom(check, new Error(fault));
  } catch (error) {
    return findingFrom(check, error);
  }
}

function findingFrom({ name, fix, isAdvice }: Omit<Check<never>, "fault">, error: unknown): Finding {
  const fault = messageOf(error);
  if (error instanceof Unseen)
    return { name, result: "warn", fault: `${fault}: check it by hand`, fix: null };
  return { name, result: isAdvice ? "warn" : "FAIL", fault, fix };
}

function ok(name: string): Finding {
  return { name, result: "ok", fault: null, fix: null };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function listed(verb: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : `${verb} ${names.join(", ")}`;
}

export function lacking(verb: string, found: readonly string[], wanted: readonly string[]): string | null {
  return listed(
    verb,
    wanted.filter((name) => !found.includes(name)),
  );
}

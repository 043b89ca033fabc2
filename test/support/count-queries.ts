import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** D1 queries from now on. Each statement of a batch counts. */
export function countQueries(): { queries: number } {
  const counts = { queries: 0 };
  const count = (target: Record<string, unknown>, name: string, queriesOf: (first: unknown) => number) => {
    const original = target[name] as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]) {
      counts.queries += queriesOf(args[0]);
      return original.apply(this, args);
    };
    vi.spyOn(target as Record<string, () => unknown>, name).mockImplementation(counted);
  };
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  for (const method of ["all", "raw", "run", "first"]) count(prototype, method, () => 1);
  count(env.DB as never, "batch", (statements) => (statements as unknown[]).length);
  return counts;
}

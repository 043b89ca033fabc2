// The service that is attacked, as `attack.ts` describes it to the tests in the variable ATTACK.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_STATE } from "#scripts/prepare.ts";
import { databaseBinding, Rows } from "#scripts/sqlite-d1.ts";

export interface Attacked {
  /** The tests to run. */
  files: string[];
  /** The service's variables. */
  variables: Record<string, string>;
  /** The folder of the copy; null for a service that is somebody's own. */
  copy: string | null;
}

export const attacked: Attacked = JSON.parse(process.env.ATTACK ?? "");

export const LOG = attacked.copy === null ? null : join(attacked.copy, "service.log");

/** Opens those of the copy, past the service. */
export function openRows(): D1Database | null {
  if (attacked.copy === null) return null;
  const folder = join(attacked.copy, DEFAULT_STATE, "v3/d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return databaseBinding(new Rows(join(folder, file), { isMigrated: true }));
}

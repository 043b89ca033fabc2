// The secrets that a deployment has made, in a file that git ignores: Cloudflare shows them to nobody, and an
// interrupted deployment goes on with them.
import { existsSync, writeFileSync } from "node:fs";
import type { VariableName } from "../../guide/variables.ts";
import { readDevVars, setDevVars } from "../dev-vars.ts";
import { makeSecret } from "../secrets.ts";
import type { Deployable } from "./settings.ts";

export class MadeSecrets {
  readonly file: string;

  constructor(environment: Deployable) {
    this.file = `.secrets.${environment}`;
  }

  get values(): Record<string, string> {
    return existsSync(this.file) ? readDevVars(this.file) : {};
  }

  get names(): string[] {
    return Object.keys(this.values);
  }

  /** The value that is kept; or a new one, which is kept before anyone uses it. */
  make(name: VariableName): string {
    const kept = this.values[name];
    if (kept !== undefined) return kept;
    const value = makeSecret(name);
    if (!existsSync(this.file)) writeFileSync(this.file, "", { mode: 0o600 });
    setDevVars(this.file, { [name]: value });
    return value;
  }
}

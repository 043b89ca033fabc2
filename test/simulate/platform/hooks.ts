// Loads the service's own modules with two of their imports replaced and, on request, with one guard broken.
import { readFileSync } from "node:fs";
import { type LoadFnOutput, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import "#scripts/sql-hooks.ts";

/** A guard of the service and the text that breaks it. */
export interface Patch {
  /** Relative to src/. */
  file: string;
  find: string;
  replace: string;
}

const SOURCES = join(import.meta.dirname, "../../../src");
const REPLACED: Record<string, string> = {
  "cloudflare:workers": urlOf(join(import.meta.dirname, "cloudflare-workers.ts")),
  uuid: urlOf(join(import.meta.dirname, "uuid.ts")),
};

/** Serves modules that are imported from now on. Throws when a patch no longer fits the source. */
export function installHooks(patches: readonly Patch[]): void {
  const patched = new Map<string, string>();
  for (const { file, find, replace } of patches) {
    const path = join(SOURCES, file);
    const url = urlOf(path);
    const source = patched.get(url) ?? readFileSync(path, "utf8");
    if (source.split(find).length !== 2) throw new Error(`${file} has not exactly one: ${find}`);
    patched.set(
      url,
      source.replace(find, () => replace),
    );
  }
  registerHooks({
    resolve(specifier, context, next) {
      const url = REPLACED[specifier];
      const isReplaced = url !== undefined && url !== context.parentURL;
      return isReplaced ? { url, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = patched.get(url);
      return source === undefined
        ? faster(url, next(url, context))
        : { format: "module-typescript", source, shortCircuit: true };
    },
  });
}

/** Drizzle's type test takes a sixth of a run. Here it remembers its results; they depend on classes alone. */
function faster(url: string, loaded: LoadFnOutput): LoadFnOutput {
  if (!url.endsWith("/drizzle-orm/entity.js")) return loaded;
  const source = `${String(loaded.source).replace("function is(", "function test(")}
    const known = new WeakMap();
    export function is(value, type) {
      const kind = value && typeof value === "object" && Object.getPrototypeOf(value)?.constructor;
      if (!kind) return test(value, type);
      let results = known.get(kind);
      if (results === undefined) known.set(kind, (results = new Map()));
      let result = results.get(type);
      if (result === undefined) results.set(type, (result = test(value, type)));
      return result;
    }`.replace(/,?\n +is\n/, "\n");
  return { ...loaded, source };
}

function urlOf(path: string): string {
  return pathToFileURL(path).href;
}

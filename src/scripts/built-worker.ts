// The Worker as `wrangler deploy` would upload it, in a folder.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Deployable } from "./deploy/settings.ts";
import { runWrangler, WORKERS } from "./wrangler.ts";

/** Replaces what is in the folder. */
export async function buildWorker(
  directory: string,
  worker: Deployable,
  env: Record<string, string>,
): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  await runWrangler(["deploy", "--dry-run", "--outdir", directory, ...WORKERS[worker]], undefined, env);
}

/** What Miniflare takes: the bundle first, then the texts that it imports, which are the migrations of cells. */
export function modulesIn(directory: string) {
  const names = readdirSync(directory).filter((name) => /\.(js|sql)$/.test(name));
  const read = (name: string) => ({
    type: name.endsWith(".js") ? ("ESModule" as const) : ("Text" as const),
    path: join(resolve(directory), name),
    contents: readFileSync(join(directory, name), "utf8"),
  });
  return names.sort((left, right) => Number(right.endsWith(".js")) - Number(left.endsWith(".js"))).map(read);
}

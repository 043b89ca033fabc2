import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** A folder of this project in the user's cache, for what is downloaded once. */
export function cacheFolder(name = ""): string {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "merchant-payments", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
